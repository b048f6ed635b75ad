package org.mizani.launch;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.mizani.launch.sandbox.LaunchException;

/**
 * Command {@code audit-check [<link>]}: checks the chain of the audit log in {@code DB_URL} (ADR
 * 29), without the service and without its keys. A link that was kept elsewhere, such as {@code
 * 17:9c56…}, has to be in the chain as it was.
 */
final class AuditCheck {

  private static final String COMMAND = "audit-check";
  private static final int MOST = 20;

  /** Number and hash. */
  private static final Pattern LINK = Pattern.compile("([1-9][0-9]{0,17}):([0-9a-f]{64})");

  private static final String LAST =
      """
      SELECT number || ':' || encode(hash, 'hex') FROM audit_link ORDER BY number DESC LIMIT 1
      """;

  private static final String KEPT =
      "SELECT FROM audit_link WHERE number = ? AND encode(hash, 'hex') = ?";

  // An entry may be gone with its whole month, once that is older than the audit log has to be
  // kept.
  private static final String FAULTS =
      """
      WITH link AS (
        SELECT number, entry_id, at, content, hash,
               lag(number, 1, 0::bigint) OVER by_number AS number_before,
               lag(hash, 1, ''::bytea) OVER by_number AS hash_before
        FROM audit_link WINDOW by_number AS (ORDER BY number)
      ), link_fault AS (
        SELECT number, CASE
            WHEN number <> number_before + 1 THEN 'the links before it are missing'
            WHEN hash <> sha256(hash_before || content) THEN 'it does not follow from the link before'
            WHEN e.id IS NULL AND (link.at > now() - kept_for OR EXISTS (
                SELECT FROM audit_entry o
                WHERE o.at >= date_trunc('month', link.at, 'UTC')
                  AND o.at < date_trunc('month', link.at, 'UTC') + interval '1 month'))
              THEN 'entry ' || entry_id || ' is missing'
            WHEN e.id IS NOT NULL AND sha256(convert_to(audit_text(e), 'UTF8')) <> content
              THEN 'entry ' || entry_id || ' is not as it was written'
          END AS fault
        FROM link
        JOIN month_table ON name = 'audit_entry'
        LEFT JOIN audit_entry e ON e.id = entry_id AND e.at = link.at
      )
      SELECT 'Link ' || number || ': ' || fault || '.' FROM link_fault WHERE fault IS NOT NULL
      UNION ALL
      SELECT 'Entry ' || id || ' has no link.' FROM audit_entry
      WHERE id NOT IN (SELECT entry_id FROM audit_link)
      LIMIT %d
      """
          .formatted(MOST);

  private final DataSource database;
  private final Optional<Matcher> kept;

  private AuditCheck(DataSource database, Optional<Matcher> kept) {
    this.database = database;
    this.kept = kept;
  }

  /** Whether these arguments of the command line are this command. */
  static boolean isMeant(String... arguments) {
    return arguments.length > 0 && arguments.length <= 2 && arguments[0].equals(COMMAND);
  }

  /**
   * The check for these arguments.
   *
   * @throws LaunchException if the link is malformed, or no database is given
   */
  static AuditCheck of(String... arguments) {
    Optional<Matcher> kept =
        arguments.length < 2 ? Optional.empty() : Optional.of(LINK.matcher(arguments[1]));
    if (kept.isPresent() && !kept.get().matches()) {
      throw new LaunchException("The link must be like 17:<64 hexadecimal digits>.");
    }
    return new AuditCheck(CommandDatabase.ofThisProcess("The check"), kept);
  }

  /**
   * Checks the chain.
   *
   * @return one line with its last link, for keeping elsewhere
   * @throws LaunchException if it has a fault, with up to 20 of them, a line each, or cannot be
   *     read
   */
  String run() {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      List<String> faults = faults(connection, kept);
      if (!faults.isEmpty()) {
        throw new LaunchException(String.join(System.lineSeparator(), faults));
      }
      return last(connection)
          .map("The audit log is as it was written. Its last link is %s"::formatted)
          .orElse("The audit log is empty.");
    } catch (SQLException e) {
      throw new LaunchException(
          "The audit log cannot be read: " + CommandDatabase.complaint(e) + ".", e);
    }
  }

  /** Faults of the chain in this connection's database, in their order. */
  static List<String> faults(Connection connection, Optional<Matcher> kept) throws SQLException {
    List<String> faults = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(FAULTS)) {
      while (found.next()) {
        faults.add(found.getString(1));
      }
    }
    if (kept.isPresent() && !has(connection, kept.get())) {
      faults.add("Link %s is not in the chain.".formatted(kept.get().group()));
    }
    return faults;
  }

  private static boolean has(Connection connection, Matcher kept) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(KEPT)) {
      statement.setLong(1, Long.parseLong(kept.group(1)));
      statement.setString(2, kept.group(2));
      try (ResultSet found = statement.executeQuery()) {
        return found.next();
      }
    }
  }

  private static Optional<String> last(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(LAST)) {
      return found.next() ? Optional.of(found.getString(1)) : Optional.empty();
    }
  }
}
