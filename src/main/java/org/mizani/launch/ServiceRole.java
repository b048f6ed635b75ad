package org.mizani.launch;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.mizani.launch.sandbox.LaunchException;
import org.mizani.launch.sandbox.LaunchSettings;

/**
 * Role that the service runs as beside the owner of its tables: a stolen password of a pod cannot
 * change or remove rows that are only added to, nor write past the tables' own checks.
 */
final class ServiceRole {

  private static final String SETTING = "payments.database.service-role";
  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

  private static final String OTHER_ROLE =
      "SELECT FROM pg_roles WHERE rolname = ? AND rolname <> current_user";

  // Months of a table are written through the table, which checks their rows.
  static final String GRANTS =
      """
      GRANT USAGE ON SCHEMA public TO %1$s;
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO %1$s;
      GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO %1$s;
      GRANT DELETE ON payout_due, payout_watch, collection_due, webhook_due, webhook_dead TO %1$s;
      GRANT DELETE ON rate_window, failed_authentication, operator_logout, phone_hour, approval,
        idempotency_key, fx_quote, webhook_endpoint, payout_bulk, payout_bulk_open,
        payout_bulk_schedule, pacing_pod TO %1$s;
      REVOKE UPDATE ON ledger_movement, ledger_transfer, closed_day, daily_closing, payout_return,
        collection_refund, webhook_attempt, audit_entry, idempotency_key, fx_quote, payout_bulk,
        payout_bulk_item, payout_bulk_ended, payout_bulk_schedule, payout_release FROM %1$s;
      GRANT UPDATE (payment_id, refusal) ON idempotency_key TO %1$s;
      GRANT UPDATE (payout_id) ON fx_quote TO %1$s;
      GRANT UPDATE (status, due_at, polls, ended_at, claimed_references, items_encrypted)
        ON payout_bulk_schedule TO %1$s;
      REVOKE INSERT, UPDATE ON database_environment, month_table, flyway_schema_history, audit_link
        FROM %1$s;
      GRANT EXECUTE ON FUNCTION create_months, drop_months_before, erase_before TO %1$s;
      DO $$
      DECLARE
        part regclass;
      BEGIN
        FOR part IN SELECT inhrelid::regclass FROM pg_inherits JOIN pg_class ON oid = inhrelid
                    WHERE relkind = 'r' LOOP
          EXECUTE format('REVOKE ALL ON %%s FROM %1$s', part);
        END LOOP;
      END $$;
      """;

  private final String name;

  private ServiceRole(String name) {
    this.name = name;
  }

  /**
   * The role of this process's settings, if there is one.
   *
   * @throws LaunchException if its name is none
   */
  static Optional<ServiceRole> ofThisProcess() {
    Optional<String> name = LaunchSettings.Source.ofThisProcess().value(SETTING);
    name.filter(given -> !NAME.matcher(given).matches())
        .ifPresent(
            given -> {
              throw new LaunchException(
                  "PAYMENTS_DATABASE_SERVICE_ROLE must be lower-case letters, digits and _.");
            });
    return name.map(ServiceRole::new);
  }

  /**
   * Gives the role its rights on the schema as it is now, in one transaction. Repeated it changes
   * nothing.
   *
   * @throws LaunchException if there is no such role beside the one that migrates
   */
  void grant(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      requireOther(connection);
      try (Statement statement = connection.createStatement()) {
        statement.execute(GRANTS.formatted(name));
      }
      connection.commit();
    }
  }

  private void requireOther(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(OTHER_ROLE)) {
      statement.setString(1, name);
      try (ResultSet found = statement.executeQuery()) {
        if (!found.next()) {
          throw new LaunchException(
              "PAYMENTS_DATABASE_SERVICE_ROLE must be a role of the database beside the owner of its"
                  + " tables, and "
                  + name
                  + " is none.");
        }
      }
    }
  }
}
