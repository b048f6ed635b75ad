package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.PoolOptions;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.LoggedLines;
import org.mizani.support.Stub;
import org.mizani.support.TestDatabase;

/** Starts on a schema of another version, or of none. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class SchemaVersionApiTest {

  private static final String MIGRATED = "the start migrates";

  @Inject Vertx vertx;
  @Inject DatabaseConfig config;
  @Inject SameEventLoop loop;

  @ConfigProperty(name = "quarkus.datasource.reactive.url")
  String url;

  @ConfigProperty(name = "quarkus.datasource.username")
  String user;

  @ConfigProperty(name = "quarkus.datasource.password")
  String password;

  private final String schema = "version_" + UUID.randomUUID().toString().replace('-', '_');
  private Pool pool;

  @BeforeEach
  void connect() {
    PgConnectOptions options =
        PgConnectOptions.fromUri(url)
            .setUser(user)
            .setPassword(password)
            .addProperty("search_path", schema);
    pool =
        Pool.newInstance(
            PgBuilder.pool()
                .connectingTo(options)
                .with(new PoolOptions().setMaxSize(1))
                .using(vertx)
                .build());
    execute("CREATE SCHEMA " + schema);
  }

  @AfterEach
  void close() {
    execute("DROP SCHEMA " + schema + " CASCADE");
    pool.closeAndAwait();
  }

  @Test
  void aStartThatDoesNotMigrateEndsWithoutASchema() {
    assertEndsWithoutASchema();

    makeHistory();
    assertEndsWithoutASchema();

    migrate(Migrations.newest(), false);
    assertEndsWithoutASchema();
  }

  @Test
  void aStartMigratesAnOlderSchemaFirst() {
    assertThatThrownBy(() -> version(true).require(null)).hasMessage(MIGRATED);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStartTakesASchemaThatIsNewEnough(boolean migratesAtStart) {
    makeHistory();
    migrate(Migrations.newest(), true);
    assertThatCode(() -> version(migratesAtStart).require(null)).doesNotThrowAnyException();

    migrate(Migrations.newest() + 98, true);
    assertThatCode(() -> version(migratesAtStart).require(null)).doesNotThrowAnyException();
  }

  @Test
  void aRefusalForAnotherReasonIsNotTakenForAMissingSchema() {
    execute("CREATE TABLE flyway_schema_history (version text)");

    assertThatThrownBy(() -> version(false).require(null))
        .isInstanceOfSatisfying(
            PgException.class, refusal -> assertThat(refusal.getSqlState()).isEqualTo("42703"));
  }

  @Test
  void aPodIsNotReadyUntilTheSchemaIsMigratedAndSaysSoOnce() {
    SchemaVersion version = version(false);
    try (LoggedLines log = LoggedLines.listen()) {
      assertThat(isCurrent(version)).isFalse();
      assertThat(isCurrent(version)).isFalse();
      assertThat(log.text())
          .containsOnlyOnce("The schema is at version 0, this build needs " + Migrations.newest());
    }

    makeHistory();
    migrate(Migrations.newest(), true);

    assertThat(isCurrent(version)).isTrue();
  }

  @Test
  void theVersionIsNotReadAgainOnceItWasNewEnough() {
    SchemaVersion version = version(false);
    makeHistory();
    migrate(Migrations.newest(), true);
    assertThat(isCurrent(version)).isTrue();

    execute("DROP TABLE flyway_schema_history");

    assertThat(isCurrent(version)).isTrue();
  }

  private void assertEndsWithoutASchema() {
    assertThatThrownBy(() -> version(false).require(null))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("The database has no schema: run the command migrate")
        .hasNoCause();
  }

  private SchemaVersion version(boolean migratesAtStart) {
    @SuppressWarnings("unchecked")
    Instance<Flyway> migrations =
        Stub.of(
            Instance.class,
            Map.of(
                "get",
                nothing -> {
                  throw new IllegalStateException(MIGRATED);
                }));
    Database database = new Database(pool, () -> pool, config, loop);
    return new SchemaVersion(database, loop, migrations, migratesAtStart);
  }

  private static boolean isCurrent(SchemaVersion version) {
    return version.isCurrent().await().atMost(PATIENCE);
  }

  private void makeHistory() {
    execute("CREATE TABLE flyway_schema_history (version text, success boolean)");
  }

  private void migrate(int version, boolean success) {
    execute("INSERT INTO flyway_schema_history VALUES ('%d', %b)".formatted(version, success));
  }

  private void execute(String statement) {
    pool.query(statement).execute().await().atMost(PATIENCE);
  }
}
