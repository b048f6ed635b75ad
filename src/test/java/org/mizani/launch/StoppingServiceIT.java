package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
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
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;

/**
 * A service after its signal to stop: it answers during the delay, and completes requests that had
 * begun.
 */
@Tag("brief")
class StoppingServiceIT {

  private static final Duration SHORTEST_DELAY = Duration.ofSeconds(3);
  private static final String DELAY_IS_OVER = "Waiting for HTTP requests";
  private static final String BODY = "{\"apiKey\":\"pk_test_demo\",\"apiSecret\":\"sk_test_demo\"}";
  private static final String HEAD =
      "POST /business/auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: "
          + BODY.length()
          + "\r\n\r\n";

  @TempDir Path directory;

  /**
   * The service answers during the delay, which only time ends. If the machine stalls for all of
   * the delay, the test has seen no answer, and begins again with a longer delay.
   */
  @Test
  void answersDuringTheDelayAndCompletesBegunRequests() throws Exception {
    Duration delay = SHORTEST_DELAY;
    while (!answersWithin(delay)) {
      delay = delay.multipliedBy(4);
    }
  }

  private boolean answersWithin(Duration delay) throws Exception {
    // Given
    try (ServiceProcess service = start(delay).awaitReady();
        Socket begun = new Socket("127.0.0.1", service.uri("").getPort())) {
      ServiceClient demo = ServiceClient.demo(service);
      hangUpAmidARequest(service);
      write(begun, HEAD);

      // When
      CompletableFuture<ServiceProcess> end = CompletableFuture.supplyAsync(service::terminate);

      // Then
      boolean answered = answers(service, demo, "late-" + delay);
      Eventually.holds(() -> assertThat(isOver(service)).isTrue());
      write(begun, BODY);
      String answer = new String(begun.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 200").contains("accessToken");
      end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat(service.log()).doesNotContain("ERROR");
      return answered;
    }
  }

  /** Whether the service pays although it is not ready; if not, the delay has to be over. */
  private static boolean answers(ServiceProcess service, ServiceClient demo, String reference)
      throws Exception {
    try {
      Eventually.holds(
          () ->
              assertThat(isOver(service) || demo.get("/q/health/ready").status() == 503).isTrue());
      assertThat(isOver(service)).isFalse();
      assertThat(demo.post("/business/payout/transfer", transferOf(reference)).status())
          .isEqualTo(201);
      return true;
    } catch (IOException | AssertionError e) {
      if (!isOver(service)) {
        throw e;
      }
      return false;
    }
  }

  private static boolean isOver(ServiceProcess service) {
    return service.log().contains(DELAY_IS_OVER);
  }

  /** Hangs up amid a request: the service does not wait for a caller that is gone. */
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

  private ServiceProcess start(Duration delay) {
    return ServiceProcess.in(directory)
        .sandbox()
        .unhurried()
        .property("quarkus.shutdown.delay", delay.toString())
        // Longer than this test waits for its end: the service waits for begun requests only.
        .property("quarkus.shutdown.timeout", "1h")
        .start();
  }
}
