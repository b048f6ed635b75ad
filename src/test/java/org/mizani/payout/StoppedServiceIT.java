package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.transferOf;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;

class StoppedServiceIT {

  @TempDir Path directory;

  @Test
  void aStoppedServiceLeavesItsPayoutsToTheNext() throws Exception {
    // Given
    try (ServiceProcess service = start()) {
      ServiceClient demo = ServiceClient.demo(service);
      assertThat(demo.post("/business/payout/transfer", transferOf("in-flight")).status())
          .isEqualTo(201);

      // When
      service.terminate();

      // Then
      assertThat(service.databaseServers()).isEmpty();
    }
    try (ServiceProcess next = start()) {
      ServiceClient demo = ServiceClient.demo(next);
      Eventually.holds(
          () ->
              assertThat(demo.get("/business/transactions/in-flight").body().get("status").asText())
                  .isEqualTo("termination_success"));
    }
  }

  private ServiceProcess start() {
    return ServiceProcess.in(directory)
        .sandbox()
        .unhurried()
        .property("payments.rate-limit-per-minute", "100000")
        // The next service pays in time only if it need not wait for the end of a lease.
        .property("payments.payout.settlement.lease", "1h")
        .property("payments.payout.settlement.shutdown-timeout", "45s")
        .start()
        .awaitReady();
  }
}
