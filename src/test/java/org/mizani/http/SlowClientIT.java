package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.ServiceProcess;

/** Slow client of the packaged service, into which Netty has to load the guard of connections. */
class SlowClientIT {

  @TempDir Path directory;

  /** The time is so long that a machine which stalls closes no healthy connection. */
  @Test
  void aHeadThatNeverEndsIsCutOff() throws Exception {
    try (ServiceProcess service =
        ServiceProcess.in(directory)
            .sandbox()
            .property("payments.http.arrival-timeout", "10s")
            .start()
            .awaitReady()) {
      try (SlowClient client = new SlowClient(service.uri("/").getPort())) {
        client.send("GET /q/health/live HTTP/1.1\r\nHost: localhost\r\n");

        assertThat(client.isCutOffAfter("X: 1\r\n")).isTrue();
      }
      assertThat(service.isReady()).isTrue();
    }
  }
}
