package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Eventually;
import org.mizani.support.GivenDatabase;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestSecrets;

/**
 * Migration of the schema by the command {@code migrate}, and pods that leave it to that command.
 */
class MigrateIT {

  private static final String DRIVER_OF_THE_POOL = "vertx-pg-client";

  /** A database with this build's version of the schema; pods get copies. */
  private static GivenDatabase migrated;

  @TempDir static Path shared;

  @TempDir Path directory;

  @BeforeAll
  static void migrateOnce() {
    migrated = GivenDatabase.create();
    assertEnds(migrate(shared, migrated), 0, "The schema is migrated from version 0 to 1.\n", "");
  }

  @AfterAll
  static void drop() {
    migrated.close();
  }

  @Test
  void reportsACurrentSchema() {
    try (GivenDatabase database = migrated.copy()) {
      assertEnds(
          migrate(directory, database), 0, "The schema is at version 1: nothing to migrate.\n", "");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void noMigrationConnectionIsOpenOnACurrentSchema(String migratesAtStart) throws Exception {
    // When
    try (GivenDatabase database = migrated.copy();
        ServiceProcess pod =
            pod(database)
                .operator()
                .environment("PAYMENTS_MIGRATE_AT_START", migratesAtStart)
                .start()
                .awaitReady()) {

      // Then: the service's pool is connected, and nothing else
      assertThat(pod.log()).doesNotContain("WARN", "ERROR");
      Eventually.holds(() -> assertThat(drivers(database)).containsExactly(DRIVER_OF_THE_POOL));
    }
  }

  @Test
  void aPodMigratesAnEmptyDatabaseAtItsStart() throws Exception {
    // When
    try (GivenDatabase database = GivenDatabase.create();
        ServiceProcess pod =
            pod(database).environment("PAYMENTS_MIGRATE_AT_START", "true").start().awaitReady()) {

      // Then
      assertThat(pod.log().lines().filter(line -> line.contains("WARN")))
          .singleElement()
          .asString()
          .endsWith(
              "Nobody can operate this service: PAYMENTS_OPERATOR_KEY is not set, and there is no"
                  + " person who may log in.");
      assertThat(pod.log()).doesNotContain("ERROR", "sandbox");
      assertThat(directory.resolve("data")).doesNotExist();
      assertThat(number(database, "SELECT max(version::int) FROM flyway_schema_history"))
          .isEqualTo(1);
    }
  }

  @Test
  void aPodIsNotReadyOnAnOlderSchema() throws Exception {
    // Given: the first schema has no predecessor, so only the history says that it is older
    try (GivenDatabase database = migrated.copy()) {
      database.execute("UPDATE flyway_schema_history SET version = '-1'");
      try (ServiceProcess pod = pod(database).start()) {
        Eventually.holds(
            () -> {
              assertThat(pod.isReady()).isFalse();
              assertThat(pod.log())
                  .contains(
                      "The schema is at version -1, this build needs 1: not ready until it is"
                          + " migrated.");
            });

        // When
        database.execute("UPDATE flyway_schema_history SET version = '1'");

        // Then
        pod.awaitReady();
      }
    }
  }

  @Test
  void anOlderPodIsReadyOnANewerSchema() {
    // Given
    try (GivenDatabase database = migrated.copy()) {
      database.execute(
          "INSERT INTO flyway_schema_history (installed_rank, version, description, type, script,"
              + " installed_by, execution_time, success) VALUES"
              + " (1000, '1000', 'of tomorrow', 'SQL', 'V1000__tomorrow.sql', 'x', 1, true)");

      // When
      try (ServiceProcess pod = pod(database).start().awaitReady()) {

        // Then
        assertThat(pod.log()).doesNotContain("not ready");
      }
    }
  }

  @Test
  void aPodDoesNotStartWithoutASchema() {
    // When
    try (GivenDatabase database = GivenDatabase.create();
        ServiceProcess pod = pod(database).start()) {

      // Then
      assertThat(pod.awaitExit()).isEqualTo(1);
      assertThat(pod.errors()).startsWith("The database has no schema: run the command migrate");
      assertThat(pod.log()).doesNotContain("Listening on", "\tat ");
    }
  }

  @Test
  void endsWithASentenceWhereNoDatabaseIsGiven() {
    assertEnds(
        ServiceProcess.in(directory).argument("migrate").start(),
        1,
        "",
        "The migration needs a database: set DB_URL.\n");
    assertThat(directory.resolve("data")).doesNotExist();
  }

  static Stream<Arguments> refusals() {
    String url = migrated.url();
    return Stream.of(
        argumentSet(
            "a role that is not there",
            Map.of("DB_URL", url, "DB_USERNAME", "nobody"),
            "role \"nobody\" does not exist"),
        argumentSet(
            "a database that is not there",
            Map.of("DB_URL", url.replaceAll("[^/]+$", "nowhere"), "DB_USERNAME", "postgres"),
            "database \"nowhere\" does not exist"),
        argumentSet(
            "a port without a server",
            Map.of("DB_URL", migrated.urlAt(1), "DB_USERNAME", "postgres"),
            "Connection to 127.0.0.1:1 refused. Check that the hostname and port are correct and"
                + " that the postmaster is accepting TCP/IP connections"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void endsWithASentenceWhereTheDatabaseRefuses(Map<String, String> given, String complaint) {
    ServiceProcess.Setup setup =
        ServiceProcess.in(directory).environment("DB_PASSWORD", "secret").argument("migrate");
    given.forEach(setup::environment);

    assertEnds(setup.start(), 1, "", "The database cannot be migrated: " + complaint + ".\n");
  }

  @Test
  void endsWithASentenceWhereAMigrationFails() {
    try (GivenDatabase database = GivenDatabase.create()) {
      database.execute("CREATE TABLE payout (id int)");

      assertEnds(
          migrate(directory, database),
          1,
          "",
          "The database cannot be migrated: Found non-empty schema(s) \"public\" but no schema"
              + " history table. Use baseline() or set baselineOnMigrate to true to initialize the"
              + " schema history table.\n");
    }
  }

  @Test
  void refusesAnyOtherCommand() {
    assertEnds(
        ServiceProcess.in(directory).database(migrated).argument("migrat").start(),
        1,
        "",
        "The commands are migrate, audit-check [<link>], rail-check <name> and"
            + " rail-statement <name> <file>;"
            + " without one the service starts.\n");
  }

  private static void assertEnds(ServiceProcess process, int code, String output, String errors) {
    try (process) {
      assertThat(process.awaitExit()).as(process.log()).isEqualTo(code);
      assertThat(process.output()).isEqualTo(output);
      assertThat(process.errors()).isEqualTo(errors);
    }
  }

  /** Starts the migration without keys, because it needs none. */
  private static ServiceProcess migrate(Path directory, GivenDatabase database) {
    return ServiceProcess.in(directory).database(database).argument("migrate").start();
  }

  private ServiceProcess.Setup pod(GivenDatabase database) {
    return ServiceProcess.in(directory)
        .database(database)
        .secrets(TestSecrets.write(directory))
        .unhurried()
        .environment("PAYMENTS_MIGRATE_AT_START", "false");
  }

  /** The drivers that are connected to a database, without the connection that asks. */
  private static List<String> drivers(GivenDatabase database) throws Exception {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT DISTINCT application_name FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                    + " AND backend_type = 'client backend'")) {
      List<String> names = new ArrayList<>();
      while (rows.next()) {
        names.add(rows.getString(1));
      }
      return names;
    }
  }

  private static long number(GivenDatabase database, String sql) throws Exception {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
