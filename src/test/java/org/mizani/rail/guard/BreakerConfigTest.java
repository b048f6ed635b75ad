package org.mizani.rail.guard;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.support.Defaults;

class BreakerConfigTest {

  @ParameterizedTest
  @CsvSource({"window, 0", "failure-percent, 0", "failure-percent, 101", "trials, 0"})
  void refusesABreakerThatCannotBe(String setting, String value) {
    assertThatThrownBy(() -> with(setting, value).validate())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "payments.rail.breaker needs a window and trials of 1 or more,"
                + " and a failure-percent from 1 to 100.")
        .hasNoCause();
  }

  @ParameterizedTest
  @CsvSource({"0s", "-1s"})
  void refusesABreakerThatNeverStaysOpen(String delay) {
    assertThatThrownBy(() -> with("delay", delay).validate())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.rail.breaker.delay must be 1 ms or more.")
        .hasNoCause();
  }

  @ParameterizedTest
  @CsvSource({"window, 1", "failure-percent, 1", "failure-percent, 100", "trials, 1", "delay, 1ms"})
  void takesTheEndsOfEachRange(String setting, String value) {
    assertThatCode(() -> with(setting, value).validate()).doesNotThrowAnyException();
  }

  private static BreakerConfig with(String setting, String value) {
    return Defaults.with(BreakerConfig.class, Map.of("payments.rail.breaker." + setting, value));
  }
}
