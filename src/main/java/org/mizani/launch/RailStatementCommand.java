package org.mizani.launch;

import java.io.PrintStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.mizani.launch.sandbox.LaunchException;
import org.mizani.launch.sandbox.LaunchSettings;
import org.mizani.rail.statement.StatementCheck;
import org.mizani.rail.statement.StatementException;
import org.mizani.rail.statement.StatementSummary;

/**
 * Command {@code rail-statement <name> <file>}: compares the statement of a rail's network with the
 * payments in {@code DB_URL} (ADR 31), without the service and without its keys. It reads only, and
 * prints a line for each difference, without personal data.
 */
final class RailStatementCommand {

  /** Exit code where there was nothing to compare, or not to its end. */
  static final int NOT_COMPARED = 2;

  private static final String COMMAND = "rail-statement";
  private static final int DIFFERS = 1;

  private static final String KNOWN_RAIL =
      "SELECT EXISTS (SELECT FROM ledger_account WHERE kind = 'clearing' AND rail = ?)";

  private RailStatementCommand() {}

  /** Whether these arguments of the command line are this command, right or wrong. */
  static boolean isMeant(String... arguments) {
    return arguments.length > 0 && arguments[0].equals(COMMAND);
  }

  /**
   * Compares the file that the arguments name.
   *
   * @return the exit code: 0 if nothing differs, else 1
   * @throws LaunchException if the file cannot be compared, or not to its end
   */
  static int run(PrintStream out, String... arguments) {
    LaunchSettings.Source settings = LaunchSettings.Source.ofThisProcess();
    StatementOptions options =
        StatementOptions.of(name -> settings.value(name).orElse(null), arguments);
    try (Connection connection = CommandDatabase.ofThisProcess("The comparison").getConnection()) {
      requireKnown(connection, options);
      StatementSummary summary = compare(connection, options, out);
      summary.words().forEach(out::println);
      return summary.agrees() ? 0 : DIFFERS;
    } catch (StatementException e) {
      throw new LaunchException(e.getMessage(), e);
    } catch (SQLException e) {
      throw new LaunchException(
          "The payments cannot be read: " + CommandDatabase.complaint(e) + ".", e);
    }
  }

  private static StatementSummary compare(
      Connection connection, StatementOptions options, PrintStream out) throws SQLException {
    return new StatementCheck(
            connection, options.scope(), difference -> out.println(difference.line()))
        .run(options.file(), options.form());
  }

  /** A name without a setting may be misspelt, and then no payment would be found. */
  private static void requireKnown(Connection connection, StatementOptions options)
      throws SQLException {
    String rail = options.scope().rail();
    try (PreparedStatement statement = connection.prepareStatement(KNOWN_RAIL)) {
      statement.setString(1, rail);
      try (ResultSet found = statement.executeQuery()) {
        found.next();
        if (options.typeGiven() && !found.getBoolean(1)) {
          throw new LaunchException(
              "The database has no payment of a rail %s: check its name.".formatted(rail));
        }
      }
    }
  }
}
