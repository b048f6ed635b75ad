package org.mizani.launch;

import io.quarkus.runtime.ApplicationLifecycleManager;
import io.quarkus.runtime.PreventFurtherStepsException;
import io.quarkus.runtime.QuarkusBindException;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigValidationException;
import io.vertx.pgclient.PgException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.mizani.launch.sandbox.LaunchException;

/**
 * Reason for which a start failed, in one sentence that names the setting by its environment
 * variable and never quotes a value that may be a secret. A failure that no setting explains is a
 * defect, and is logged with its stack trace.
 */
final class StartFailure {

  /** Its failures are logged in full: no data has been read before the end of a start. */
  private static final Logger LOG = Logger.getLogger("io.quarkus.runtime.Application");

  private static final String VERIFICATION_MISSING = "Host verification algorithm";

  /** SQL states: the class of refused roles and passwords, and a database that is not there. */
  private static final String REFUSED_ROLE = "28";

  private static final String NO_DATABASE = "3D000";
  private static final String NO_TLS = "does not handle SSL";

  private final Map<String, String> settings;

  /**
   * @param settings the values given, by their environment variables
   */
  StartFailure(Map<String, String> settings) {
    this.settings = settings;
  }

  /** Ends the process: with its code, or with 1 after the reason on standard error. */
  static void end(Integer code, Throwable failure) {
    if (failure != null && !(failure instanceof PreventFurtherStepsException)) {
      new StartFailure(GivenSettings.ofThisProcess())
          .sentence(failure)
          .ifPresentOrElse(
              System.err::println, () -> LOG.error("The service does not start", failure));
    }
    ApplicationLifecycleManager.getDefaultExitCodeHandler().accept(code, failure);
  }

  /** The sentence; empty if no setting explains the failure. */
  Optional<String> sentence(Throwable failure) {
    List<Throwable> innermostFirst =
        new ArrayList<>(
            Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(50).toList());
    Collections.reverse(innermostFirst);
    return innermostFirst.stream()
        .map(this::ownSentence)
        .flatMap(Optional::stream)
        .findFirst()
        .map(KnownSettings::withVariables)
        .or(() -> innermostFirst.stream().flatMap(cause -> quoted(cause).stream()).findFirst());
  }

  private Optional<String> ownSentence(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    if (cause instanceof LaunchException
        || cause instanceof ConfigurationException && cause.getCause() == null) {
      return Optional.of(message);
    } else if (cause instanceof ConfigValidationException refused) {
      return Optional.of(RefusedValue.sentence(refused.getProblem(0).getMessage()));
    } else if (RefusedValue.is(message)) {
      return Optional.of(RefusedValue.sentence(message));
    } else if (cause instanceof QuarkusBindException port) {
      return Optional.of(
          port.getPort() > 0
              ? "QUARKUS_HTTP_PORT: port %d is in use by another process.".formatted(port.getPort())
              : "QUARKUS_HTTP_HOST is no address of this machine, or its port is in use.");
    } else if (cause instanceof PgException refused) {
      return Optional.of(refusal(refused));
    } else if (cause instanceof FileSystemException unreadable) {
      return unreadableFile(unreadable.getFile());
    } else if (message.contains(NO_TLS)) {
      return Optional.of(
          "DB_URL asks for TLS by its sslmode, and the server of the database has none.");
    } else if (message.startsWith(VERIFICATION_MISSING)) {
      return Optional.of(
          "DB_URL has sslmode=verify-full, for which"
              + " QUARKUS_DATASOURCE_REACTIVE_HOSTNAME_VERIFICATION_ALGORITHM must be HTTPS.");
    }
    return Optional.empty();
  }

  private static String refusal(PgException refused) {
    String state = String.valueOf(refused.getSqlState());
    return (state.startsWith(REFUSED_ROLE) || state.equals(NO_DATABASE)
            ? "The database refuses the service (%s): check DB_URL, DB_USERNAME and DB_PASSWORD."
            : "The database refuses the service: %s.")
        .formatted(refused.getErrorMessage());
  }

  private Optional<String> unreadableFile(String file) {
    return Optional.ofNullable(file)
        .flatMap(this::settingIn)
        .map(setting -> "%s names a file that cannot be read: %s.".formatted(setting, file));
  }

  /** A library that refuses a value as a rule quotes it: a log must not, if it is a secret. */
  private Optional<String> quoted(Throwable cause) {
    boolean refusal =
        cause instanceof IllegalArgumentException || cause instanceof ConfigurationException;
    return Optional.ofNullable(refusal ? cause.getMessage() : null)
        .flatMap(
            message ->
                settings.entrySet().stream()
                    .filter(setting -> GivenSettings.isSecret(setting.getKey()))
                    .filter(setting -> GivenSettings.isQuoted(setting.getValue(), message))
                    .map(Map.Entry::getKey)
                    .findFirst())
        .map(setting -> setting + " has a value that cannot be used.");
  }

  private Optional<String> settingIn(String value) {
    return settings.entrySet().stream()
        .filter(setting -> setting.getValue().contains(value))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
