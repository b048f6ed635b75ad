package org.mizani.launch;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
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
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * Command {@code migrate}: migrates the schema of the database in {@code DB_URL}, without the
 * service and without its keys. Several at once wait for one another.
 */
final class Migration {

  private static final String COMMAND = "migrate";
  private static final int CONNECT_SECONDS = 10;
  // Held here: the log manager may forget an unreferenced logger, and its level.
  private static final Logger LIBRARY_LOG = Logger.getLogger("org.flywaydb");

  private static final String UNDEFINED_TABLE = "42P01";

  private final PGSimpleDataSource database;
  private final ServiceEnvironment environment;

  private Migration(PGSimpleDataSource database, ServiceEnvironment environment) {
    this.database = database;
    this.environment = environment;
  }

  /**
   * The migration for these arguments of the command line.
   *
   * @throws LaunchException if they are not this command, or no database is given
   */
  static Migration of(LaunchSettings settings, String... arguments) {
    if (arguments.length != 1 || !arguments[0].equals(COMMAND)) {
      throw new LaunchException(
          "The commands are migrate and rail-check <name>; without one the service starts.");
    }
    LaunchSettings.Source source = LaunchSettings.Source.ofThisProcess();
    String url =
        source
            .value(LaunchSettings.DATABASE_URL)
            .orElseThrow(() -> new LaunchException("The migration needs a database: set DB_URL."));
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setURL("jdbc:" + url);
    source.value(LaunchSettings.DATABASE_USERNAME).ifPresent(database::setUser);
    source.value(LaunchSettings.DATABASE_PASSWORD).ifPresent(database::setPassword);
    database.setConnectTimeout(CONNECT_SECONDS);
    return new Migration(
        database, settings.production() ? ServiceEnvironment.PRODUCTION : ServiceEnvironment.TEST);
  }

  /**
   * Migrates the schema, and writes the database's environment if it has none yet.
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
      return result.migrationsExecuted == 0
          ? "The schema is at version %s: nothing to migrate."
              .formatted(result.initialSchemaVersion)
          : "The schema is migrated from version %s to %s."
              .formatted(
                  result.initialSchemaVersion == null ? "0" : result.initialSchemaVersion,
                  result.targetSchemaVersion);
    } catch (FlywayException | SQLException e) {
      throw new LaunchException("The database cannot be migrated: " + complaint(e) + ".", e);
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

  /** The message of the server or the driver, which the library wraps in pages of text. */
  private static String complaint(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof PSQLException refused) {
        // Without its details, which may quote a row.
        ServerErrorMessage answer = refused.getServerErrorMessage();
        return sentence(answer == null ? refused.getMessage() : answer.getMessage());
      }
    }
    return sentence(failure.getMessage());
  }

  private static String sentence(String message) {
    return message.lines().findFirst().orElse("").strip().replaceAll("[.:]+$", "");
  }
}
