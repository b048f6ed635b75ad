package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.Test;

class StartReadinessTest {

  @Test
  void aServiceIsNotReadyBeforeItsStartHasEnded() {
    assertThat(new StartReadiness(() -> false).call().getStatus()).isEqualTo(Status.DOWN);
    assertThat(new StartReadiness(() -> true).call().getStatus()).isEqualTo(Status.UP);
  }
}
