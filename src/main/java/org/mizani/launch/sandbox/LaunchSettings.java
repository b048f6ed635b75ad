package org.mizani.launch.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.mizani.service.SecretFiles;

/**
 * Settings that the start needs before Quarkus has a configuration. They come from system
 * properties and environment variables only ({@code payments.data-dir} is {@code
 * PAYMENTS_DATA_DIR}); a system property wins, a blank value counts as none.
 *
 * @param databaseGiven whether {@code DB_URL} names a database
 * @param environmentGiven whether {@code payments.environment} is configured
 * @param production whether {@code payments.environment} is {@code production}, not {@code test}
 * @param tokenKeysGiven whether the pair of keys for tokens is configured
 * @param encryptionKeysGiven whether the keys of field encryption are configured
 * @param httpHostGiven whether the address to listen at is configured
 * @param operatorGiven whether the key or the secret of operators is configured
 * @param shutdownDelayGiven whether the delay of a stop is configured
 * @param rateMaxAgeGiven whether the greatest age of rates is configured
 * @param dataDirectory {@code payments.data-dir}, {@code data} by default
 * @param databasePort {@code payments.database.port}; 0, the default, takes any free one
 * @param databaseStartTimeout {@code payments.database.start-timeout}, recovery included
 * @param databaseStopTimeout {@code payments.database.stop-timeout}, before it is stopped hard
 */
public record LaunchSettings(
    boolean databaseGiven,
    boolean environmentGiven,
    boolean production,
    boolean tokenKeysGiven,
    boolean encryptionKeysGiven,
    boolean httpHostGiven,
    boolean operatorGiven,
    boolean shutdownDelayGiven,
    boolean rateMaxAgeGiven,
    Path dataDirectory,
    int databasePort,
    Duration databaseStartTimeout,
    Duration databaseStopTimeout) {

  public static final String DATABASE_URL = "DB_URL";
  public static final String DATABASE_USERNAME = "DB_USERNAME";
  public static final String DATABASE_PASSWORD = "DB_PASSWORD";
  public static final String ENVIRONMENT = "payments.environment";
  public static final String PRIVATE_KEY_FILE = "payments.token.private-key-file";
  public static final String PUBLIC_KEY_FILE = "payments.token.public-key-file";
  public static final String ENCRYPTION_KEYS = "payments.encryption.keys";

  public static final String OPERATOR_KEY = "payments.operator.key";
  public static final String OPERATOR_SECRET = "payments.operator.secret";
  public static final String OPERATOR_SECRET_FILE = "payments.operator.secret-file";
  public static final String HTTP_HOST = "quarkus.http.host";
  public static final String SHUTDOWN_DELAY = "quarkus.shutdown.delay";
  public static final String RATE_MAX_AGE = "payments.fx.rate-max-age";

  private static final int LAST_PORT = 65_535;

  /**
   * Reads the settings of this process.
   *
   * @throws LaunchException if a setting has an invalid value
   */
  public static LaunchSettings ofThisProcess() {
    return of(Source.ofThisProcess());
  }

  static LaunchSettings of(UnaryOperator<String> properties, Map<String, String> environment) {
    return of(new Source(properties, environment));
  }

  private static LaunchSettings of(Source source) {
    return new LaunchSettings(
        source.has(DATABASE_URL),
        source.has(ENVIRONMENT),
        production(source.value(ENVIRONMENT).orElse("test")),
        source.has("JWT_PRIVATE_KEY_FILE")
            || source.has("JWT_PUBLIC_KEY_FILE")
            || source.has(PRIVATE_KEY_FILE)
            || source.has(PUBLIC_KEY_FILE),
        source.has(ENCRYPTION_KEYS),
        source.has(HTTP_HOST),
        source.has(OPERATOR_KEY) || source.has(OPERATOR_SECRET) || source.has(OPERATOR_SECRET_FILE),
        source.has(SHUTDOWN_DELAY),
        source.has(RATE_MAX_AGE),
        Path.of(source.value("payments.data-dir").orElse("data")),
        port(source.value("payments.database.port").orElse("0")),
        source.duration("payments.database.start-timeout", Duration.ofSeconds(60)),
        source.duration("payments.database.stop-timeout", Duration.ofSeconds(30)));
  }

  private static boolean production(String environment) {
    return switch (environment) {
      case "production" -> true;
      case "test" -> false;
      // A misspelt "production" must not become a sandbox.
      default -> throw new LaunchException("PAYMENTS_ENVIRONMENT must be test or production.");
    };
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= 0 && port <= LAST_PORT) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Not a number is as wrong as a number out of range.
    }
    throw new LaunchException("PAYMENTS_DATABASE_PORT must be a port number, 0 for any free one.");
  }

  /** Source of settings before there is a configuration. */
  public record Source(UnaryOperator<String> properties, Map<String, String> environment) {

    public static Source ofThisProcess() {
      return new Source(System::getProperty, System.getenv());
    }

    boolean has(String name) {
      return value(name).isPresent();
    }

    /** The value of a setting, or of the file that holds it if it is a secret. */
    public Optional<String> value(String name) {
      return Optional.ofNullable(own(name)).or(() -> SecretFiles.read(variable(name), this::own));
    }

    /** Null if there is none. */
    private String own(String name) {
      String value =
          Optional.ofNullable(properties.apply(name))
              .orElseGet(() -> environment.get(variable(name)));
      return value == null || value.isBlank() ? null : value;
    }

    Duration duration(String name, Duration fallback) {
      try {
        Duration duration = value(name).map(Duration::parse).orElse(fallback);
        if (!duration.isNegative() && !duration.isZero()) {
          return duration;
        }
      } catch (DateTimeParseException e) {
        // Not a duration is as wrong as a negative one.
      }
      throw new LaunchException(variable(name) + " must be a duration such as PT30S.");
    }

    static String variable(String name) {
      return name.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }
  }
}
