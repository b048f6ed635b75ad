package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.GivenDatabase;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestSecrets;

/** Database of another environment than the service's. */
class ForeignDatabaseIT {

  private static final String REFUSAL =
      "The database is of the environment production, and PAYMENTS_ENVIRONMENT is test:"
          + " set DB_URL to one of test.\n";

  @TempDir Path directory;

  @Test
  void neitherServiceNorMigrationOfTestRunsOnProduction() {
    try (GivenDatabase database = GivenDatabase.create()) {
      assertEnds(
          setup(database).environment("PAYMENTS_ENVIRONMENT", "production").argument("migrate"),
          0,
          "");

      assertEnds(setup(database), 1, REFUSAL);
      assertEnds(setup(database).argument("migrate"), 1, REFUSAL);
    }
  }

  @Test
  void productionOfAnOlderVersionIsNotMigratedByTest() throws Exception {
    try (GivenDatabase database = GivenDatabase.create();
        Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      // Given
      assertEnds(
          setup(database).environment("PAYMENTS_ENVIRONMENT", "production").argument("migrate"),
          0,
          "");
      statement.execute("UPDATE flyway_schema_history SET version = '0.4' WHERE version = '1'");

      // When
      assertEnds(setup(database), 1, REFUSAL);

      // Then
      ResultSet versions =
          statement.executeQuery("SELECT string_agg(version, ' ') FROM flyway_schema_history");
      versions.next();
      assertThat(versions.getString(1)).isEqualTo("0.4");
    }
  }

  @Test
  void aGivenDatabaseHasNoDefaultEnvironment() {
    try (GivenDatabase database = GivenDatabase.create()) {
      assertEnds(
          setup(database).environment("PAYMENTS_ENVIRONMENT", ""),
          1,
          "A given database (DB_URL) has no default environment:"
              + " set PAYMENTS_ENVIRONMENT to test or production.\n");
    }
  }

  private ServiceProcess.Setup setup(GivenDatabase database) {
    return ServiceProcess.in(directory).database(database).secrets(TestSecrets.write(directory));
  }

  private static void assertEnds(ServiceProcess.Setup setup, int code, String errors) {
    try (ServiceProcess process = setup.start()) {
      assertThat(process.awaitExit()).as(process.log()).isEqualTo(code);
      assertThat(process.errors()).isEqualTo(errors);
      assertThat(process.output()).doesNotContain("\tat ");
    }
  }
}
