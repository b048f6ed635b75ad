package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.transferOf;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.PartnerClient;
import org.mizani.support.ServiceProcess;

class StoppedServiceIT {

  private static final Duration MUCH_LESS_THAN_A_LEASE = Duration.ofSeconds(30);

  @TempDir Path directory;

  @Test
  void stopsAtOnceAndLeavesItsPayoutsToWhoeverComesNext() throws Exception {
    // Given
    try (ServiceProcess service = start()) {
      PartnerClient demo = PartnerClient.demo(service);
      assertThat(demo.post("/business/payout/transfer", transferOf("in-flight")).status())
          .isEqualTo(201);

      // When
      long told = System.nanoTime();
      service.terminate();

      // Then
      assertThat(Duration.ofNanos(System.nanoTime() - told)).isLessThan(Duration.ofSeconds(12));
      assertThat(service.databaseServers()).isEmpty();
    }
    try (ServiceProcess next = start()) {
      PartnerClient demo = PartnerClient.demo(next);
      Eventually.within(
          MUCH_LESS_THAN_A_LEASE,
          () ->
              assertThat(demo.get("/business/transactions/in-flight").body().get("status").asText())
                  .isEqualTo("termination_success"));
    }
  }

  private ServiceProcess start() {
    return ServiceProcess.in(directory)
        .sandbox()
        .property("payments.rate-limit-per-minute", "100000")
        .start()
        .awaitReady();
  }
}
