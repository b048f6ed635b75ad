package org.mizani.rail.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Defaults;

class CallbackConfigTest {

  @ParameterizedTest
  @ValueSource(strings = {"max-body-bytes", "per-second", "max-words"})
  void refusesALimitThatAdmitsNoCallback(String setting) {
    assertThatThrownBy(() -> with(setting, "0").validate())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.rail-callback.* must be 1 or more.")
        .hasNoCause();
    assertThatCode(() -> with(setting, "1").validate()).doesNotThrowAnyException();
  }

  @Test
  void refusesATimelineWithoutTimeToRead() {
    assertThatThrownBy(() -> with("read-within", "0s").validate())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.rail-callback.read-within must be 1 ms or more.")
        .hasNoCause();
    assertThatCode(() -> with("read-within", "1ms").validate()).doesNotThrowAnyException();
  }

  @Test
  void aSecondAdmitsSoManyAndTheNextOneAsManyAgain() {
    RatePerSecond rate = new RatePerSecond(2);
    Instant late = Instant.parse("2026-01-01T00:00:00.999Z");

    assertThat(rate.admits(Instant.parse("2026-01-01T00:00:00Z"))).isTrue();
    assertThat(rate.admits(late)).isTrue();
    assertThat(rate.admits(late)).isFalse();
    assertThat(rate.admits(late.plusMillis(1))).isTrue();
  }

  private static CallbackConfig with(String setting, String value) {
    return Defaults.with(CallbackConfig.class, Map.of("payments.rail-callback." + setting, value));
  }
}
