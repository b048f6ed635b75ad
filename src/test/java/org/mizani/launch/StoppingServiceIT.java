package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.transferOf;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.PartnerClient;
import org.mizani.support.ServiceProcess;

/** What a service still does for others after it was told to stop. */
@Tag("brief")
class StoppingServiceIT {

  private static final Duration SECONDS = Duration.ofSeconds(30);
  private static final String BODY = "{\"apiKey\":\"pk_test_demo\",\"apiSecret\":\"sk_test_demo\"}";
  private static final String HEAD =
      "POST /business/auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: "
          + BODY.length()
          + "\r\n\r\n";

  @TempDir Path directory;

  @Test
  void isNotReadyFirstStillAnswersForAWhileAndEndsWhatHadBegun() throws Exception {
    // Given
    try (ServiceProcess service = start("8s").awaitReady();
        Socket begun = new Socket("127.0.0.1", service.uri("").getPort())) {
      PartnerClient demo = PartnerClient.demo(service);
      hangUpAmidARequest(service);
      write(begun, HEAD);

      // When
      CompletableFuture<ServiceProcess> end = CompletableFuture.supplyAsync(service::terminate);

      // Then
      Eventually.within(
          SECONDS, () -> assertThat(demo.get("/q/health/ready").status()).isEqualTo(503));
      assertThat(demo.post("/business/payout/transfer", transferOf("late")).status())
          .isEqualTo(201);
      Eventually.within(
          SECONDS, () -> assertThat(service.log()).contains("Waiting for HTTP requests"));
      write(begun, BODY);
      String answer = new String(begun.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 200").contains("accessToken");
      end.get(SECONDS.toSeconds(), TimeUnit.SECONDS);
      assertThat(service.log()).doesNotContain("ERROR");
    }
  }

  /** Whoever has gone is not waited for. */
  private static void hangUpAmidARequest(ServiceProcess service) throws IOException {
    try (Socket gone = new Socket("127.0.0.1", service.uri("").getPort())) {
      write(gone, HEAD);
    }
  }

  private static void write(Socket socket, String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private ServiceProcess start(String delay) {
    return ServiceProcess.in(directory).sandbox().property("quarkus.shutdown.delay", delay).start();
  }
}
