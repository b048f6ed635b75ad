package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S"})
  void refusesToFlagPayoutsThatNoRailHadTimeToAnswer(String age) {
    PayoutConfig atOnce = with("flag-after", age);

    assertThatThrownBy(() -> new FlaggedPayouts(null, atOnce, new SimpleMeterRegistry()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.payout.settlement.flag-after must be longer than nothing.");
  }

  @Test
  void refusesAWatchThatEndsBeforeItBegins() {
    PayoutConfig negative = with("watch-by-hand-for", "PT-1S");

    assertThatThrownBy(() -> new FinalPayoutMonitor(null, null, null, null, null, negative))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.payout.settlement.watch-by-hand-for must not be negative.");
  }

  private static PayoutConfig with(String setting, String value) {
    return Defaults.with(
        PayoutConfig.class, Map.of("payments.payout.settlement." + setting, value));
  }
}
