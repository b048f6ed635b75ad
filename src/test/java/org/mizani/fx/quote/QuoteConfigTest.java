package org.mizani.fx.quote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.support.Defaults;

class QuoteConfigTest {

  @Test
  void aQuoteIsValidForTwoMinutes() {
    QuoteConfig config = Defaults.of(QuoteConfig.class);

    config.validate();
    assertThat(config.validFor()).isEqualTo(Duration.ofMinutes(2));
    assertThat(config.maxOpen()).isEqualTo(1000);
    assertThat(config.atOnce()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "valid-for, 29s, must be 30s to 15m.",
    "valid-for, 901s, must be 30s to 15m.",
    "max-open, -1, must be 0 or more.",
    "at-once, 0, must be 1 or more."
  })
  void refusesValuesOutOfRange(String setting, String value, String rule) {
    // As the start does, which makes the bean of these settings.
    assertThatThrownBy(() -> new LockedQuotes(null, null, null, with(setting, value), null))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.quote." + setting + " " + rule)
        .hasNoCause();
  }

  @ParameterizedTest
  @CsvSource({"valid-for, 30s", "valid-for, 15m", "max-open, 0", "at-once, 1"})
  void takesTheEndsOfEachRange(String setting, String value) {
    assertThatCode(() -> with(setting, value).validate()).doesNotThrowAnyException();
  }

  private static QuoteConfig with(String setting, String value) {
    return Defaults.with(QuoteConfig.class, Map.of("payments.quote." + setting, value));
  }
}
