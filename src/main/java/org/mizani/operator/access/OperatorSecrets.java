package org.mizani.operator.access;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.mizani.work.ReloadedSetting;

/** Secrets of the operator's key: the current one, and the previous one during a rotation. */
record OperatorSecrets(Optional<Secret> current, Optional<Secret> previous) {

  private static final String CURRENT = "PAYMENTS_OPERATOR_SECRET";
  private static final String PREVIOUS = "PAYMENTS_OPERATOR_PREVIOUS_SECRET";
  private static final int MIN_LENGTH = 32;

  /** A secret, and the environment variable that it comes from. */
  record Secret(String setting, String text) {

    @Override
    public String toString() {
      return "Secret[" + setting + "]";
    }
  }

  /**
   * Reads the secrets from the settings, or from the files that these name.
   *
   * @throws ConfigurationException if a file cannot be read or is empty
   */
  static OperatorSecrets read(OperatorConfig config) {
    return new OperatorSecrets(
        secret(CURRENT, config.secret(), config.secretFile()),
        secret(PREVIOUS, config.previousSecret(), config.previousSecretFile()));
  }

  private static Optional<Secret> secret(
      String setting, Optional<String> text, Optional<Path> file) {
    return text.map(given -> new Secret(setting, given))
        .or(() -> file.map(path -> secret(setting + "_FILE", path)));
  }

  private static Secret secret(String setting, Path file) {
    String text = ReloadedSetting.read(setting, file).strip();
    if (text.isEmpty()) {
      throw new ConfigurationException(setting + " names an empty file.");
    }
    return new Secret(setting, text);
  }

  /**
   * The secrets that are accepted for a key.
   *
   * @param guarded whether a secret has to be too long to be guessed
   * @throws ConfigurationException if one is too short, or goes without the others
   */
  List<String> accepted(Optional<String> key, boolean guarded) {
    if (key.isPresent() != current.isPresent()) {
      throw new ConfigurationException(
          "PAYMENTS_OPERATOR_KEY and PAYMENTS_OPERATOR_SECRET go together.");
    }
    if (previous.isPresent() && current.isEmpty()) {
      throw new ConfigurationException(PREVIOUS + " needs " + CURRENT + ".");
    }
    List<Secret> secrets = Stream.of(current, previous).flatMap(Optional::stream).toList();
    for (Secret secret : secrets) {
      if (guarded && secret.text().length() < MIN_LENGTH) {
        throw new ConfigurationException(
            secret.setting() + " must have at least " + MIN_LENGTH + " characters.");
      }
    }
    return secrets.stream().map(Secret::text).toList();
  }
}
