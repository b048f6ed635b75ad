package org.mizani.launch;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.output.MigrateResult;
import org.mizani.launch.sandbox.LaunchException;
import org.mizani.launch.sandbox.LaunchSettings;
import org.mizani.service.DatabaseEnvironment;
import org.mizani.service.ServiceEnvironment;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Command {@code migrate}: migrates the schema of the database in {@code DB_URL}, without the
 * service and without its keys. Several at once wait for one another.
 */
final class Migration {

  private static final String COMMAND = "migrate";
  // Held here: the log manager may forget an unreferenced logger, and its level.
  private static final Logger LIBRARY_LOG = Logger.getLogger("org.flywaydb");

  private static final String UNDEFINED_TABLE = "42P01";

  private final PGSimpleDataSource database;
  private final ServiceEnvironment environment;
  private final Optional<ServiceRole> role;

  private Migration(
      PGSimpleDataSource database, ServiceEnvironment environment, Optional<ServiceRole> role) {
    this.database = database;
    this.environment = environment;
    this.role = role;
  }

  /**
   * The migration for these arguments of the command line.
   *
   * @throws LaunchException if they are not this command, or no database is given
   */
  static Migration of(LaunchSettings settings, String... arguments) {
    if (arguments.length != 1 || !arguments[0].equals(COMMAND)) {
      throw new LaunchException(
          "The commands are migrate, audit-check [<link>], rail-check <name> and"
              + " rail-statement <name> <file>;"
              + " without one the service starts.");
    }
    return new Migration(
        CommandDatabase.ofThisProcess("The migration"),
        settings.production() ? ServiceEnvironment.PRODUCTION : ServiceEnvironment.TEST,
        ServiceRole.ofThisProcess());
  }

  /**
   * Migrates the schema, writes the database's environment if it has none yet, and gives the
   * service's role its rights.
   *
   * @return one line with the versions before and after
   * @throws LaunchException if the database is of another environment, which changes nothing, or if
   *     it failed; migrations that had succeeded before stay
   */
  String run() {
    // A failure is reported in one sentence, by the exception.
    LIBRARY_LOG.setLevel(Level.OFF);
    try {
      refuseOtherEnvironment();
      MigrateResult result = flyway().migrate();
      writeEnvironment();
      if (role.isPresent()) {
        role.get().grant(database);
      }
      return result.migrationsExecuted == 0
          ? "The schema is at version %s: nothing to migrate."
              .formatted(result.initialSchemaVersion)
          : "The schema is migrated from version %s to %s."
              .formatted(
                  result.initialSchemaVersion == null ? "0" : result.initialSchemaVersion,
                  result.targetSchemaVersion);
    } catch (FlywayException | SQLException e) {
      throw new LaunchException(
          "The database cannot be migrated: " + CommandDatabase.complaint(e) + ".", e);
    }
  }

  private void refuseOtherEnvironment() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(DatabaseEnvironment.READ)) {
      if (found.next()) {
        DatabaseEnvironment.refusal(environment, found.getString(1))
            .ifPresent(
                refusal -> {
                  throw new LaunchException(refusal);
                });
      }
    } catch (SQLException e) {
      if (!UNDEFINED_TABLE.equals(e.getSQLState())) {
        throw e;
      }
    }
  }

  private void writeEnvironment() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(DatabaseEnvironment.write(environment));
    }
  }

  private Flyway flyway() {
    return Flyway.configure()
        .dataSource(database)
        .resourceProvider(new MigrationFile.All())
        .javaMigrationClassProvider(List::of)
        .load();
  }
}
