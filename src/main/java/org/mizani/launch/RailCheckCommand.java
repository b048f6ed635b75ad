package org.mizani.launch;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.mizani.launch.sandbox.LaunchException;
import org.mizani.launch.sandbox.LaunchSettings;
import org.mizani.log.RedactedFailure;
import org.mizani.rail.check.Finding;
import org.mizani.rail.check.RailCheck;

/**
 * Command {@code rail-check <name>}: checks a connected rail with the service's own settings and
 * database, prints a line for each finding, and ends with 0 if all is well, 1 if something is
 * wrong, and 2 if nothing is, but something cannot be told. It starts the service without its work:
 * it listens nowhere, and settles and sends nothing.
 */
@ApplicationScoped
class RailCheckCommand implements QuarkusApplication {

  private static final String COMMAND = "rail-check";
  private static final int GOOD = 0;
  private static final int FAULTY = 1;
  private static final int OPEN = 2;

  /** Findings are the only output, and a pod that runs beside it keeps its ports. */
  private static final Map<String, String> WITHOUT_WORK =
      Map.of(
          "quarkus.http.host-enabled", "false",
          "payments.operator.port", "",
          "quarkus.scheduler.start-mode", "halted",
          "payments.migrate-at-start", "false",
          "quarkus.shutdown.delay", "0s",
          "quarkus.log.console.level", "OFF");

  private final RailCheck check;

  RailCheckCommand(RailCheck check) {
    this.check = check;
  }

  /** Whether these arguments of the command line are this command. */
  static boolean isMeant(String... arguments) {
    return arguments.length == 2 && arguments[0].equals(COMMAND);
  }

  /**
   * Checks the rail that the arguments name, and ends the process.
   *
   * @throws LaunchException if no database is given
   */
  static void start(LaunchSettings settings, String... arguments) {
    if (!settings.databaseGiven()) {
      throw new LaunchException("The check needs the service's database: set DB_URL.");
    }
    WITHOUT_WORK.forEach(System::setProperty);
    Quarkus.run(RailCheckCommand.class, RailCheckCommand::end, arguments);
  }

  /** A start that fails is a finding about the settings. */
  private static void end(int code, Throwable failure) {
    if (failure != null) {
      System.out.println(Finding.wrong("settings", words(failure)).line());
    }
    System.exit(code);
  }

  /** The message of a refused setting names it. */
  private static String words(Throwable failure) {
    List<Throwable> causes =
        Stream.iterate(failure, Objects::nonNull, Throwable::getCause).toList();
    return causes.stream()
        .filter(ConfigurationException.class::isInstance)
        .map(Throwable::getMessage)
        .findFirst()
        .orElseGet(
            () ->
                "the service does not start with them: "
                    + RedactedFailure.words(causes.get(causes.size() - 1)));
  }

  @Override
  public int run(String... arguments) {
    List<Finding> findings = check.of(arguments[1]).await().indefinitely();
    findings.forEach(finding -> System.out.println(finding.line()));
    return exitCode(findings);
  }

  static int exitCode(List<Finding> findings) {
    if (findings.stream().anyMatch(Finding::isWrong)) {
      return FAULTY;
    }
    return findings.stream().allMatch(Finding::isOk) ? GOOD : OPEN;
  }
}
