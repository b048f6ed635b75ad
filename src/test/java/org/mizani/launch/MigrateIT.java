package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Eventually;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestPostgres;
import org.mizani.support.TestSecrets;

/** The schema is migrated by a command, and pods that leave it to that command. */
class MigrateIT {

  private static final Duration START_LIMIT = Duration.ofSeconds(90);

  @TempDir Path directory;

  private EmbeddedPostgres database;

  @BeforeEach
  void startDatabase() throws IOException {
    database = TestPostgres.builder().start();
  }

  @AfterEach
  void stopDatabase() throws IOException {
    database.close();
  }

  @Test
  void migratesOnceAndSaysSo() {
    assertEnds(migrate(), 0, "The schema is migrated from version 0 to 1.\n", "");
    assertEnds(migrate(), 0, "The schema is at version 1: nothing to migrate.\n", "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void aPodThatHasNothingToMigrateOpensNoConnectionForIt(String migratesAtStart) throws Exception {
    // Given
    assertThat(migrate().awaitExit()).isZero();

    // When
    try (ServiceProcess pod =
        pod().environment("PAYMENTS_MIGRATE_AT_START", migratesAtStart).start().awaitReady()) {

      // Then
      assertThat(pod.log()).doesNotContain("WARN", "ERROR");
      assertThat(
              number(
                  "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'PostgreSQL JDBC"
                      + " Driver' AND pid <> pg_backend_pid()"))
          .isZero();
    }
  }

  @Test
  void aPodMigratesAnOlderSchemaUnlessItIsToldNotTo() throws Exception {
    // When
    try (ServiceProcess pod =
        pod().environment("PAYMENTS_MIGRATE_AT_START", "true").start().awaitReady()) {

      // Then
      assertThat(pod.log()).doesNotContain("WARN", "ERROR");
      assertThat(number("SELECT max(version::int) FROM flyway_schema_history")).isEqualTo(1);
    }
  }

  @Test
  void aPodIsNotReadyUntilTheSchemaIsItsOwn() throws Exception {
    // Given: the first schema has no predecessor, so only the history says that it is older
    assertThat(migrate().awaitExit()).isZero();
    execute("UPDATE flyway_schema_history SET version = '-1'");
    try (ServiceProcess pod = pod().start()) {
      Eventually.within(
          START_LIMIT,
          () -> {
            assertThat(pod.isReady()).isFalse();
            assertThat(pod.log())
                .contains(
                    "The schema is at version -1, this build needs 1: not ready until it is"
                        + " migrated.");
          });

      // When
      execute("UPDATE flyway_schema_history SET version = '1'");

      // Then
      pod.awaitReady();
    }
  }

  @Test
  void aPodOfTheVersionBeforeIsReadyOnANewerSchema() throws Exception {
    // Given
    assertThat(migrate().awaitExit()).isZero();
    execute(
        "INSERT INTO flyway_schema_history (installed_rank, version, description, type, script,"
            + " installed_by, execution_time, success)"
            + " VALUES (1000, '1000', 'of tomorrow', 'SQL', 'V1000__tomorrow.sql', 'x', 1, true)");

    // When
    try (ServiceProcess pod = pod().start().awaitReady()) {

      // Then
      assertThat(pod.log()).doesNotContain("not ready");
    }
  }

  @Test
  void aPodDoesNotStartWhereThereIsNoSchema() {
    // When
    try (ServiceProcess pod = pod().start()) {

      // Then
      assertThat(pod.awaitExit()).isEqualTo(1);
      assertThat(pod.log())
          .contains("The database has no schema: run the command migrate")
          .doesNotContain("Listening on");
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

  @Test
  void endsWithASentenceWhereTheDatabaseRefuses() {
    assertEnds(
        ServiceProcess.in(directory)
            .environment("DB_URL", url())
            .environment("DB_USERNAME", "nobody")
            .environment("DB_PASSWORD", "secret")
            .argument("migrate")
            .start(),
        1,
        "",
        "The database cannot be migrated: role \"nobody\" does not exist.\n");
  }

  @Test
  void endsWithASentenceWhereAMigrationFails() throws Exception {
    execute("CREATE TABLE payout (id int)");

    assertEnds(
        migrate(),
        1,
        "",
        "The database cannot be migrated: Found non-empty schema(s) \"public\" but no schema"
            + " history table. Use baseline() or set baselineOnMigrate to true to initialize the"
            + " schema history table.\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"migrat", "--migrate", "serve", "rail-check"})
  void refusesAnyOtherCommand(String command) {
    assertEnds(
        ServiceProcess.in(directory).database(database).argument(command).start(),
        1,
        "",
        "The commands are migrate and rail-check <name>; without one the service starts.\n");
  }

  private static void assertEnds(ServiceProcess process, int code, String output, String errors) {
    try (process) {
      assertThat(process.awaitExit()).as(process.log()).isEqualTo(code);
      assertThat(process.output()).isEqualTo(output);
      assertThat(process.errors()).isEqualTo(errors);
    }
  }

  /** It gets no keys: a job needs none. */
  private ServiceProcess migrate() {
    return ServiceProcess.in(directory).database(database).argument("migrate").start();
  }

  private ServiceProcess.Setup pod() {
    return ServiceProcess.in(directory)
        .database(database)
        .secrets(TestSecrets.write(directory))
        .environment("PAYMENTS_MIGRATE_AT_START", "false");
  }

  private String url() {
    return "postgresql://localhost:" + database.getPort() + "/postgres";
  }

  private void execute(String sql) throws Exception {
    try (Connection connection = database.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private long number(String sql) throws Exception {
    try (Connection connection = database.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
