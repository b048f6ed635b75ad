package org.mizani.fx.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fx.FxConfig;
import org.mizani.money.CurrencyUnit;

/** Valid settings of the daily refresh, and invalid ones, with which the service does not start. */
class RefreshSettingsTest {

  private static final String URL = "https://rates.example/latest?key=abc";
  private static final String PAIRS = "USD_KES=/rates/KES";

  @Test
  void withoutSettingsThereIsNoRefresh() {
    RefreshSettings settings = read(Map.of());

    assertThat(settings.url()).isEmpty();
    assertThat(settings.pairs()).isEmpty();
  }

  @Test
  void readsTheSourceAndItsPairs() {
    RefreshSettings settings = read(Map.of("url", URL, "pairs", PAIRS + ", EUR_KES=/data/0/rate"));

    assertThat(settings.url()).contains(URL);
    assertThat(settings.pairs())
        .extracting(RefreshSettings.Pair::name)
        .containsExactly("USD_KES", "EUR_KES");
    assertThat(settings.pairs().get(1).from()).isEqualTo(CurrencyUnit.EUR);
    assertThat(settings.pairs().get(1).pointer()).hasToString("/data/0/rate");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rates.example/latest",
        "/latest",
        "//rates.example/latest",
        "ftp://rates.example/",
        "file:///etc/passwd",
        "https:rates.example",
        "https:///latest",
        "https://rates.example:99999/",
        "https://rates example/"
      })
  void refusesAnInvalidUrlWithoutQuotingIt(String url) {
    assertRefused(
        Map.of("url", url, "pairs", PAIRS),
        "PAYMENTS_FX_REFRESH_URL must be an absolute http:// or https:// URL.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "USD_KES          | \"USD_KES\" is not like USD_KES=/rates/KES.",
        "USD_KES=         | \"USD_KES=\" is not like USD_KES=/rates/KES.",
        "USD_KES=rates    | \"USD_KES=rates\" is not like USD_KES=/rates/KES.",
        "USDKES=/rates    | \"USDKES=/rates\" is not like USD_KES=/rates/KES.",
        "usd_kes=/rates   | \"usd_kes=/rates\" is not like USD_KES=/rates/KES.",
        "USD_USD=/rates   | \"USD_USD=/rates\" is not like USD_KES=/rates/KES.",
        "USD_KES=/a,x     | \"x\" is not like USD_KES=/rates/KES.",
        "USD_XXX=/rates   | there is no currency XXX here.",
        "BTC_KES=/rates   | there is no currency BTC here."
      })
  void refusesAnInvalidPair(String pairs, String why) {
    assertRefused(Map.of("url", URL, "pairs", pairs), "PAYMENTS_FX_REFRESH_PAIRS: " + why);
  }

  @Test
  void refusesTheSamePairTwice() {
    assertRefused(
        Map.of("url", URL, "pairs", PAIRS + ",USD_KES=/other"),
        "PAYMENTS_FX_REFRESH_PAIRS has USD_KES twice.");
  }

  @Test
  void refusesAUrlOrPairsAlone() {
    String sentence = "PAYMENTS_FX_REFRESH_URL and PAYMENTS_FX_REFRESH_PAIRS go together.";

    assertRefused(Map.of("url", URL), sentence);
    assertRefused(Map.of("pairs", PAIRS), sentence);
  }

  @ParameterizedTest
  @CsvSource({
    "connect-timeout, 0s, CONNECT_TIMEOUT must be longer than nothing.",
    "timeout, 0s, TIMEOUT must be longer than nothing.",
    "timeout, PT-1S, TIMEOUT must be longer than nothing.",
    "tick, 0s, TICK must be longer than nothing.",
    "retry-for, 0s, RETRY_FOR must be longer than nothing.",
    "retry-for, 24h, RETRY_FOR must be shorter than a day.",
    "retry-after, PT-1S, RETRY_AFTER must not be negative.",
    "response-bytes, 0, RESPONSE_BYTES must be greater than 0.",
    "max-change-percent, 0, MAX_CHANGE_PERCENT must be greater than 0.",
    "look-back, 0, LOOK_BACK must be greater than 0."
  })
  void refusesInvalidLimits(String name, String value, String sentence) {
    assertRefused(
        Map.of("url", URL, "pairs", PAIRS, name, value), "PAYMENTS_FX_REFRESH_" + sentence);
  }

  private static void assertRefused(Map<String, String> changed, String sentence) {
    assertThatThrownBy(() -> read(changed))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(sentence);
  }

  private static RefreshSettings read(Map<String, String> changed) {
    SmallRyeConfigBuilder builder =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .addDefaultInterceptors()
            .withMapping(FxConfig.class);
    changed.forEach(
        (name, value) -> builder.withDefaultValue("payments.fx.refresh." + name, value));
    return RefreshSettings.of(builder.build().getConfigMapping(FxConfig.class).refresh());
  }
}
