package org.mizani.screening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Defaults;

class ScreeningSettingsTest {

  private static final String NOT_PRIVATE =
      " must be an absolute https:// URL, or an http:// URL of this machine.";

  @Test
  void isOffByDefault() {
    ScreeningConfig config = Defaults.of(ScreeningConfig.class);

    assertThat(config.isOn()).isFalse();
    assertThat(ScreeningSettings.of(config).filters()).isEmpty();
  }

  @Test
  void aSecretMakesAHeader() {
    ScreeningConfig config =
        config(Map.of("url", "https://screening.example/payouts", "secret", "Bearer abc"));

    assertThat(config.isOn()).isTrue();
    assertThat(ScreeningSettings.of(config).filters()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://localhost:9000/", "http://127.0.0.1:9000", "http://[::1]:9000"})
  void aServiceOnThisMachineNeedsNoTls(String url) {
    ScreeningConfig config = config(Map.of("url", url));

    assertThat(ScreeningSettings.of(config).filters()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "url | screening.example | URL" + NOT_PRIVATE,
        "url | ftp://screening.example | URL" + NOT_PRIVATE,
        "url | http://screening.example | URL" + NOT_PRIVATE,
        "url | http://10.0.0.7/screen | URL" + NOT_PRIVATE,
        "url | http://127.0.0.1.screening.example | URL" + NOT_PRIVATE,
        "url | https://screening.example#part | URL" + NOT_PRIVATE,
        "connect-timeout | 0s | CONNECT_TIMEOUT must be longer than nothing.",
        "timeout | 0s | TIMEOUT must be longer than nothing.",
        "places | 0 | PLACES must be from 1 to 1000.",
        "places | 1001 | PLACES must be from 1 to 1000.",
        "max-answer-bytes | 0 | MAX_ANSWER_BYTES must be greater than 0.",
        "header | a b | HEADER must be the name of a header.",
        "secret | ключ | SECRET must be one line of printable ASCII.",
      })
  void refusesSettingsThatMakeNoSense(String setting, String value, String sentence) {
    Map<String, String> settings = new HashMap<>(Map.of("url", "https://screening.example"));
    settings.put(setting, value);

    assertThatThrownBy(() -> ScreeningSettings.of(config(settings)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_SCREENING_" + sentence);
  }

  @Test
  void refusesASecretWithoutAnAddress() {
    assertThatThrownBy(() -> ScreeningSettings.of(config(Map.of("secret", "abc"))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_SCREENING_SECRET goes together with PAYMENTS_SCREENING_URL.");
  }

  private static ScreeningConfig config(Map<String, String> settings) {
    Map<String, String> named = new HashMap<>();
    settings.forEach((name, value) -> named.put("payments.screening." + name, value));
    return Defaults.with(ScreeningConfig.class, named);
  }
}
