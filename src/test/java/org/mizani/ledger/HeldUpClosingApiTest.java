package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.PodDatabase;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.LoggedLines;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/**
 * Closing of a day that is due while a transaction of that day is open. No test can have such a
 * transaction, so the pod reads views of another schema in place of the tables.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class HeldUpClosingApiTest {

  @Inject Vertx vertx;
  @Inject DatabaseConfig databaseConfig;
  @Inject LedgerConfig.Books config;
  @Inject Rows rows;

  @ConfigProperty(name = "quarkus.datasource.reactive.url")
  String url;

  private final MeterRegistry meters = new SimpleMeterRegistry();
  private Pool pool;

  @BeforeEach
  void anOpenTransactionOfThreeDaysAgo() {
    rows.execute("CREATE SCHEMA held");
    rows.execute(
        """
        CREATE VIEW held.pg_stat_activity AS
        SELECT current_database() AS datname, '1'::xid AS backend_xid,
               now() - interval '3 days' AS xact_start
        """);
    rows.execute("CREATE VIEW held.wallet AS SELECT now() - interval '3 days' AS created_at");
    rows.execute("CREATE VIEW held.ledger_movement AS SELECT * FROM held.wallet");
    rows.execute("CREATE VIEW held.closed_day AS SELECT NULL::date AS day");
    pool =
        Pool.newInstance(
            PgBuilder.pool()
                .connectingTo(
                    PodDatabase.connections(url)
                        .addProperty("search_path", "held,public,pg_catalog"))
                .using(vertx)
                .build());
  }

  @AfterEach
  void dropTheViews() {
    pool.closeAndAwait();
    rows.execute("DROP SCHEMA held CASCADE");
  }

  @Test
  void anOverdueClosingIsLoggedOnceAndMeasured() {
    DailyClosing closing =
        new DailyClosing(PodDatabase.behind(pool, databaseConfig), databaseConfig, config, meters);

    try (LoggedLines log = LoggedLines.listen()) {
      assertThat(closeNextDay(closing)).isEmpty();
      assertThat(closeNextDay(closing)).isEmpty();

      assertThat(log.text()).containsOnlyOnce("waits for a transaction that began before");
    }
    assertThat(meters.get("payments.ledger.closing.overdue").gauge().value())
        .isGreaterThan(Duration.ofDays(1).toSeconds());
  }

  private static Optional<LocalDate> closeNextDay(DailyClosing closing) {
    return closing.closeNext().await().atMost(PATIENCE);
  }
}
