package org.mizani.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LaunchSettingsTest {

  @Test
  void defaultsToASandboxInTheDirectoryData() {
    LaunchSettings settings = settings(Map.of());

    assertThat(settings)
        .isEqualTo(
            new LaunchSettings(
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                Path.of("data"),
                0,
                Duration.ofSeconds(60),
                Duration.ofSeconds(30)));
  }

  @Test
  void readsTheEnvironment() {
    LaunchSettings settings =
        settings(
            Map.of(
                "DB_URL", "postgresql://db/payments",
                "PAYMENTS_ENVIRONMENT", "production",
                "PAYMENTS_ENCRYPTION_KEYS", "a:b",
                "PAYMENTS_DATA_DIR", "/srv/payments",
                "PAYMENTS_DATABASE_PORT", "5433",
                "PAYMENTS_DATABASE_STOP_TIMEOUT", "PT5S"));

    assertThat(settings.databaseGiven()).isTrue();
    assertThat(settings.environmentGiven()).isTrue();
    assertThat(settings.production()).isTrue();
    assertThat(settings.encryptionKeysGiven()).isTrue();
    assertThat(settings.dataDirectory()).isEqualTo(Path.of("/srv/payments"));
    assertThat(settings.databasePort()).isEqualTo(5433);
    assertThat(settings.databaseStopTimeout()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void prefersSystemProperties() {
    Map<String, String> properties = Map.of("payments.data-dir", "mine");

    LaunchSettings settings =
        LaunchSettings.of(properties::get, Map.of("PAYMENTS_DATA_DIR", "theirs"));

    assertThat(settings.dataDirectory()).isEqualTo(Path.of("mine"));
  }

  @Test
  void takesABlankAddressForNone() {
    assertThat(settings(Map.of("DB_URL", " ")).databaseGiven()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "JWT_PRIVATE_KEY_FILE",
        "JWT_PUBLIC_KEY_FILE",
        "PAYMENTS_TOKEN_PRIVATE_KEY_FILE",
        "PAYMENTS_TOKEN_PUBLIC_KEY_FILE"
      })
  void recognisesGivenTokenKeys(String variable) {
    assertThat(settings(Map.of(variable, "/keys/key.pem")).tokenKeysGiven()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PAYMENTS_OPERATOR_KEY",
        "PAYMENTS_OPERATOR_SECRET",
        "PAYMENTS_OPERATOR_SECRET_FILE"
      })
  void recognisesAGivenOperator(String variable) {
    assertThat(settings(Map.of(variable, "given")).operatorGiven()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "PAYMENTS_ENVIRONMENT, prod",
    "PAYMENTS_DATABASE_PORT, x",
    "PAYMENTS_DATABASE_PORT, 65536",
    "PAYMENTS_DATABASE_PORT, -1",
    "PAYMENTS_DATABASE_START_TIMEOUT, 30",
    "PAYMENTS_DATABASE_STOP_TIMEOUT, PT0S",
    "PAYMENTS_DATABASE_STOP_TIMEOUT, PT-1S"
  })
  void refusesInvalidSettings(String variable, String value) {
    Map<String, String> environment = Map.of(variable, value);

    assertThatThrownBy(() -> settings(environment))
        .isInstanceOf(LaunchException.class)
        .hasMessageStartingWith(variable + " must be ");
  }

  private static LaunchSettings settings(Map<String, String> environment) {
    return LaunchSettings.of(name -> null, environment);
  }
}
