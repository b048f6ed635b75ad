package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.support.Defaults;

class BulkConfigTest {

  @ParameterizedTest
  @CsvSource({
    "items-most, 0, from 1 to 10000",
    "items-most, 10001, from 1 to 10000",
    "items-per-request, 0, from 1 to 10000",
    "judged-within, 0s, from 1 ms to 1 h",
    "judged-within, 3601s, from 1 ms to 1 h",
    "held-at-once, 0, from 1 to 1000",
    "at-once, 0, from 1 to 100",
    "at-once, 101, from 1 to 100"
  })
  void refusesASettingBeyondItsRange(String setting, String value, String range) {
    BulkConfig config = with(setting, value);

    assertThatThrownBy(config::validate)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.bulk." + setting + " must be " + range + ".");
  }

  @ParameterizedTest
  @CsvSource({
    "items-most, 10000",
    "items-per-request, 1",
    "judged-within, 1ms",
    "judged-within, 1h",
    "held-at-once, 1",
    "at-once, 1"
  })
  void takesTheEndsOfEachRange(String setting, String value) {
    assertThatCode(with(setting, value)::validate).doesNotThrowAnyException();
  }

  private static BulkConfig with(String setting, String value) {
    return Defaults.with(BulkConfig.class, Map.of("payments.bulk." + setting, value));
  }
}
