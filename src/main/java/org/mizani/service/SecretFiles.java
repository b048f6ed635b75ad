package org.mizani.service;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Secrets that come from files: {@code <setting>_FILE} names a file with the value, in place of the
 * setting itself, so that no secret stands in the environment of the process. They are read once,
 * before the configuration is; secrets that rotate while the service runs are read by their owners.
 */
public final class SecretFiles implements ConfigSource {

  /** Above that of environment variables, below that of system properties. */
  private static final int ORDINAL = 350;

  private static final String SUFFIX = "_FILE";

  private static final Pattern LINE_ENDS = Pattern.compile("[\\r\\n]+\\z");

  /** The secrets by their environment variables, and the properties that these set. */
  private static final Map<String, String> SECRETS =
      Map.of(
          "DB_PASSWORD", "DB_PASSWORD",
          "DB_READ_PASSWORD", "DB_READ_PASSWORD",
          "PAYMENTS_ENCRYPTION_KEYS", "payments.encryption.keys",
          "PAYMENTS_FX_REFRESH_URL", "payments.fx.refresh.url",
          "PAYMENTS_FX_REFRESH_AUTHORIZATION", "payments.fx.refresh.authorization");

  private final Map<String, String> values = new HashMap<>();

  /** Reads the files that the settings of this process name. */
  public SecretFiles() {
    SECRETS.forEach(
        (variable, property) ->
            read(variable, SecretFiles::given).ifPresent(value -> values.put(property, value)));
  }

  /**
   * Refuses a secret that is set twice, and a file that holds none.
   *
   * @throws ConfigurationException that names the setting
   */
  public static void check() {
    check(SecretFiles::given);
  }

  static void check(UnaryOperator<String> settings) {
    SECRETS.forEach(
        (variable, property) -> {
          boolean given = Stream.of(variable, property).map(settings).anyMatch(SecretFiles::isSet);
          if (read(variable, settings).isPresent() && given) {
            throw bothSet(variable);
          }
        });
  }

  /**
   * Refuses a file that a file of settings names, which is read after the files of secrets.
   *
   * @param configured the value of a setting by its name in any source, or null
   * @throws ConfigurationException that names the setting
   */
  public static void checkSources(UnaryOperator<String> configured) {
    checkSources(configured, SecretFiles::given);
  }

  static void checkSources(UnaryOperator<String> configured, UnaryOperator<String> settings) {
    SECRETS.forEach(
        (variable, property) -> {
          if (isNamed(variable, property, configured) && !isNamed(variable, property, settings)) {
            throw new ConfigurationException(
                variable + SUFFIX + " must be a variable of the environment.");
          }
        });
  }

  private static boolean isNamed(String variable, String property, UnaryOperator<String> settings) {
    return names(variable, property).map(settings).anyMatch(SecretFiles::isSet);
  }

  private static Stream<String> names(String variable, String property) {
    return Stream.of(variable + SUFFIX, property + "-file");
  }

  /**
   * The secret in the file that a setting names; empty if it names none.
   *
   * @param variable the secret's environment variable
   * @param settings the value of a setting by its name, or null
   */
  public static Optional<String> read(String variable, UnaryOperator<String> settings) {
    return Optional.ofNullable(SECRETS.get(variable))
        .flatMap(
            property ->
                names(variable, property).map(settings).filter(SecretFiles::isSet).findFirst())
        .map(file -> text(variable + SUFFIX, Path.of(file)));
  }

  /**
   * The secret in a file, without the line ends after it; it may begin and end with a blank.
   *
   * @param setting the environment variable that names the file
   * @throws ConfigurationException if it cannot be read, or holds none
   */
  public static String text(String setting, Path file) {
    try {
      String text = withoutLineEnds(Files.readString(file));
      if (!text.isBlank()) {
        return text;
      }
    } catch (IOException e) {
      throw new ConfigurationException(
          setting + " names a file that cannot be read: " + file + ".");
    }
    throw new ConfigurationException(setting + " names an empty file.");
  }

  /**
   * The text of a secret's file without the line ends after it, which are no part of the secret.
   */
  public static String withoutLineEnds(String text) {
    return LINE_ENDS.matcher(text).replaceFirst("");
  }

  /** The refusal of a secret that is set by itself and by a file. */
  public static ConfigurationException bothSet(String variable) {
    return new ConfigurationException(
        "%s and %1$s%s must not both be set.".formatted(variable, SUFFIX));
  }

  private static String given(String name) {
    return Optional.ofNullable(System.getProperty(name)).orElseGet(() -> System.getenv(name));
  }

  private static boolean isSet(String value) {
    return value != null && !value.isBlank();
  }

  @Override
  public Set<String> getPropertyNames() {
    return values.keySet();
  }

  @Override
  public String getValue(String property) {
    return values.get(property);
  }

  @Override
  public String getName() {
    return SecretFiles.class.getSimpleName().toLowerCase(Locale.ROOT);
  }

  @Override
  public int getOrdinal() {
    return ORDINAL;
  }
}
