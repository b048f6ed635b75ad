package org.mizani.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretFilesTest {

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DB_PASSWORD",
        "DB_READ_PASSWORD",
        "PAYMENTS_ENCRYPTION_KEYS",
        "PAYMENTS_FX_REFRESH_URL",
        "PAYMENTS_FX_REFRESH_AUTHORIZATION"
      })
  void readsEachSecretWithoutTheEndOfItsLine(String variable) throws IOException {
    Map<String, String> settings = Map.of(variable + "_FILE", file("the secret\n"));

    assertThat(SecretFiles.read(variable, settings::get)).contains("the secret");
    assertThatCode(() -> SecretFiles.check(settings::get)).doesNotThrowAnyException();
  }

  /** As a shell does: an editor ends the last line, and maybe adds another. */
  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\r\n", "\n\n"})
  void keepsBlanksAtTheEndsOfASecret(String end) throws IOException {
    Map<String, String> settings = Map.of("DB_PASSWORD_FILE", file(" pass\nword\t " + end));

    assertThat(SecretFiles.read("DB_PASSWORD", settings::get)).contains(" pass\nword\t ");
  }

  @Test
  void readsThePropertyOfTheVariableToo() throws IOException {
    Map<String, String> settings = Map.of("payments.encryption.keys-file", file("a:b"));

    assertThat(SecretFiles.read("PAYMENTS_ENCRYPTION_KEYS", settings::get)).contains("a:b");
  }

  @Test
  void readsNoFileOfASettingThatIsNoSecret() throws IOException {
    Map<String, String> settings = Map.of("DB_URL_FILE", file("postgresql://db/x"));

    assertThat(SecretFiles.read("DB_URL", settings::get)).isEmpty();
  }

  @Test
  void refusesASecretThatIsSetTwice() throws IOException {
    Map<String, String> settings =
        Map.of("DB_PASSWORD_FILE", file("one"), "DB_PASSWORD", "another");

    assertThatThrownBy(() -> SecretFiles.check(settings::get))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("DB_PASSWORD and DB_PASSWORD_FILE must not both be set.");
  }

  @Test
  void refusesAFileThatHoldsNoSecret() throws IOException {
    Map<String, String> empty = Map.of("DB_PASSWORD_FILE", file(" \n"));
    Map<String, String> missing = Map.of("DB_PASSWORD_FILE", "/none");

    assertThatThrownBy(() -> SecretFiles.check(empty::get))
        .hasMessage("DB_PASSWORD_FILE names an empty file.");
    assertThatThrownBy(() -> SecretFiles.check(missing::get))
        .hasMessage("DB_PASSWORD_FILE names a file that cannot be read: /none.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PAYMENTS_ENCRYPTION_KEYS_FILE", "payments.encryption.keys-file"})
  void refusesAFileThatAFileOfSettingsNames(String name) {
    Map<String, String> configured = Map.of(name, "/keys");

    assertThatThrownBy(
            () -> SecretFiles.checkSources(configured::get, Map.<String, String>of()::get))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_ENCRYPTION_KEYS_FILE must be a variable of the environment.");
    assertThatCode(() -> SecretFiles.checkSources(configured::get, configured::get))
        .doesNotThrowAnyException();
  }

  @Test
  void isASourceOfTheConfiguration() {
    assertThat(ServiceLoader.load(ConfigSource.class).stream().map(ServiceLoader.Provider::type))
        .contains(SecretFiles.class);
  }

  private String file(String text) throws IOException {
    return Files.writeString(Files.createTempFile(directory, "secret", ""), text).toString();
  }
}
