package org.mizani.rail.balance;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Defaults;

class FloatConfigTest {

  @ParameterizedTest
  @ValueSource(strings = {"tick", "every", "timeout"})
  void refusesATimeOfZero(String setting) {
    assertThatThrownBy(() -> with(setting, "0s").validate())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.rail-float.* must be longer than nothing.")
        .hasNoCause();
    assertThatCode(() -> with(setting, "1ms").validate()).doesNotThrowAnyException();
  }

  private static FloatConfig with(String setting, String value) {
    return Defaults.with(FloatConfig.class, Map.of("payments.rail-float." + setting, value));
  }
}
