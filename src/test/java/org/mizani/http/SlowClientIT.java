package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.ServiceProcess;

/** Slow clients of the packaged service, into which Netty has to load the guard of connections. */
class SlowClientIT {

  private static final String LIVE = "GET /q/health/live HTTP/1.1\r\nHost: localhost\r\n";
  private static final String LOG_IN =
      "POST /business/auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: 60000\r\n\r\n";

  @TempDir Path directory;

  /** The time is so long that a machine which stalls closes no healthy connection. */
  @Test
  void headsAndBodiesThatNeverEndAndIdleConnectionsAreCutOff() {
    try (ServiceProcess service =
        ServiceProcess.in(directory)
            .sandbox()
            .property("payments.http.arrival-timeout", "10s")
            .property("quarkus.http.idle-timeout", "12s")
            .start()
            .awaitReady()) {
      int port = service.uri("/").getPort();

      List<CompletableFuture<Boolean>> cutOff =
          List.of(
              isCutOff(port, LIVE, "", "X: 1\r\n"),
              isCutOff(port, LOG_IN, "", "x"),
              isCutOff(port, "", "", ""),
              isCutOff(port, LIVE + "\r\n", "}", ""));

      assertThat(cutOff)
          .extracting(CompletableFuture::join)
          .as("head, body, nothing sent, idle after an answer")
          .containsExactly(true, true, true, true);
      assertThat(service.isReady()).isTrue();
    }
  }

  /**
   * Whether a connection is closed on which this is sent, its answer read, and the trickle sent
   * again and again.
   */
  private static CompletableFuture<Boolean> isCutOff(
      int port, String text, String endOfAnswer, String trickle) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (SlowClient client = new SlowClient(port)) {
            client.send(text).answer(endOfAnswer);
            return client.isCutOffAfter(trickle);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        task -> new Thread(task).start());
  }
}
