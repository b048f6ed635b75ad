package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.mizani.support.Defaults;

class PayoutConfigTest {

  private final PayoutConfig config = Defaults.of(PayoutConfig.class);

  @Test
  void creationRunsTwoBatchesOf128PayoutsAtOnce() {
    assertThat(config.creation().maxBatch()).isEqualTo(128);
    assertThat(config.creation().maxRunning()).isEqualTo(2);
    assertThat(config.creation().beside()).isEqualTo(Duration.ofMillis(20));
    assertThat(config.creation().maxQueued()).isEqualTo(10_000);
    assertThat(config.creation().maxWait()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void railCallsHaveTenSecondsAndLeasesAMinute() {
    assertThat(config.settlement().railTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(config.settlement().lease()).isEqualTo(Duration.ofSeconds(60));
    assertThat(config.settlement().every()).isEqualTo(Duration.ofSeconds(1));
    assertThat(config.settlement().maxInFlight()).isEqualTo(20_000);
    assertThat(config.settlement().maxClaim()).isEqualTo(500);
    assertThat(config.settlement().shutdownTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(config.settlement().watchByHandFor()).isEqualTo(Duration.ofHours(24));
    assertThat(config.settlement().pollAfter())
        .startsWith(Duration.ofSeconds(2))
        .endsWith(Duration.ofHours(1))
        .isSorted();
  }

  @Test
  void recipientLookupsTimeOutAfterTenSeconds() {
    assertThat(config.lookup().timeout()).isEqualTo(Duration.ofSeconds(10));
  }
}
