package org.mizani.fx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.support.Defaults;

class FxConfigTest {

  private final FxConfig config = Defaults.of(FxConfig.class);

  @Test
  void ratesInMemoryAreTrustedForAMinute() {
    assertThat(config.refreshEvery()).isEqualTo(Duration.ofSeconds(5));
    assertThat(config.maxAge()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void aRateIsQuotedForADayAndRoundingMovesLittle() {
    config.validate();
    assertThat(config.rateMaxAge()).isEqualTo(Duration.ofHours(26));
    assertThat(config.maxRoundingPercent()).isEqualByComparingTo("5");
  }

  @ParameterizedTest
  @CsvSource({
    "rate-max-age, -1s, must be 0s or longer.",
    "max-rounding-percent, 0, must be above 0.",
    "max-rounding-percent, -5, must be above 0."
  })
  void refusesWhatLeavesNothingToQuote(String setting, String value, String message) {
    FxConfig changed = Defaults.with(FxConfig.class, Map.of("payments.fx." + setting, value));

    assertThatThrownBy(changed::validate)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.fx." + setting + " " + message);
  }

  @Test
  void thereIsNoRateSourceByDefault() {
    assertThat(config.refresh().url()).isEmpty();
    assertThat(config.refresh().pairs()).isEmpty();
    assertThat(config.refresh().authorization()).isEmpty();
  }

  @Test
  void aRateSourceHasTimeoutsAndBounds() {
    FxConfig.Refresh refresh = config.refresh();
    assertThat(refresh.connectTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(refresh.timeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(refresh.responseBytes()).isEqualTo(1024 * 1024);
    assertThat(refresh.maxChangePercent()).isEqualByComparingTo("10");
    assertThat(refresh.tick()).isEqualTo(Duration.ofSeconds(15));
    assertThat(refresh.retryAfter()).isEqualTo(Duration.ofMinutes(5));
    assertThat(refresh.retryFor()).isEqualTo(Duration.ofHours(2));
  }
}
