package org.mizani.operator.access;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.mizani.service.SecretFiles;
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
   * Reads the secrets from the settings, or from the files that these name, without the line ends
   * after them. A blank file of the previous secret holds none, as between two rotations.
   *
   * @throws ConfigurationException if a file cannot be read, that of the current secret is blank,
   *     or a secret is set beside its file
   */
  static OperatorSecrets read(OperatorConfig config) {
    return new OperatorSecrets(
        secret(CURRENT, config.secret(), config.secretFile(), SecretFiles::text),
        secret(PREVIOUS, config.previousSecret(), config.previousSecretFile(), OperatorSecrets::any)
            .filter(previous -> !previous.text().isBlank()));
  }

  private static String any(String setting, Path file) {
    return SecretFiles.withoutLineEnds(ReloadedSetting.read(setting, file));
  }

  private static Optional<Secret> secret(
      String setting,
      Optional<String> text,
      Optional<Path> file,
      BiFunction<String, Path, String> reader) {
    String fileSetting = setting + "_FILE";
    if (text.isPresent() && file.isPresent()) {
      // The file alone is read again: of two, the one that is replaced might not be in force.
      throw SecretFiles.bothSet(setting);
    }
    return text.map(given -> new Secret(setting, given))
        .or(() -> file.map(path -> new Secret(fileSetting, reader.apply(fileSetting, path))));
  }

  /**
   * The secrets that are accepted for a key; equal ones are one.
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
    return secrets.stream().map(Secret::text).distinct().toList();
  }
}
