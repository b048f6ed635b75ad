package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.support.Defaults;
import org.mizani.support.LoggedLines;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/**
 * Transfers of a day that are written while the day is being closed: each is in the closing or is
 * refused.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(BooksDayProfile.class)
class ClosingRaceApiTest {

  private static final String THAT_WAIT =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend'
        AND (wait_event_type = 'Lock' OR wait_event = 'PgSleep')
      """;

  private static final Duration PATIENT = Duration.ofMinutes(1);
  private static final Duration IMPATIENT = Duration.ofMillis(10);

  @Inject PastDays past;
  @Inject Database database;
  @Inject LedgerConfig.Books config;
  @Inject PatientPool pool;
  @Inject Rows rows;

  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final List<SqlConnection> connections = new ArrayList<>();

  @BeforeEach
  void noDayIsClosed() {
    past.write();
  }

  @AfterEach
  void nothingIsLeft() {
    connections.forEach(
        connection -> {
          run(connection, "ROLLBACK");
          await(connection.close());
        });
    past.write();
  }

  @Test
  void aTransferIsRefusedThatIsWrittenWhileItsDayIsBeingClosed() {
    SqlConnection other = begin("READ COMMITTED");
    run(other, "INSERT INTO closed_day VALUES ('" + PastDays.FIRST + "', 0, 0)");
    CompletableFuture<Optional<LocalDate>> closed = closes();
    eventually(this::waiting, waiting -> waiting == 1);
    SqlConnection writer = begin("READ COMMITTED");

    CompletableFuture<Void> late = past.topUp(writer, PastDays.FIRST).subscribeAsCompletionStage();
    eventually(() -> late.isDone() || waiting() == 2, Boolean::booleanValue);
    run(other, "ROLLBACK");

    assertThat(await(closed)).contains(PastDays.FIRST);
    assertThatThrownBy(() -> await(late)).hasMessageContaining("the books of this day are closed");
  }

  /** Roles of replication: the latter's transfers are not checked, as if the day was not over. */
  @ParameterizedTest
  @ValueSource(strings = {"origin", "replica"})
  void aClosingWaitsForTransfersWhoseTransactionHasNotEnded(String role) {
    SqlConnection writer = begin("READ COMMITTED");
    run(writer, "SET LOCAL session_replication_role = " + role);
    await(past.topUp(writer, PastDays.FIRST));
    CompletableFuture<Optional<LocalDate>> closed = closes();
    eventually(() -> closed.isDone() || waiting() == 1, Boolean::booleanValue);

    run(writer, "COMMIT");

    assertThat(await(closed)).contains(PastDays.FIRST);
    assertThat(rows.count("SELECT transfers FROM closed_day")).isEqualTo(6);
    rows.assertClosingsAreSums();
  }

  @Test
  void aClosingThatIsHeldUpGivesUpAndIsReportedOnceAndByAGauge() {
    SqlConnection writer = begin("READ COMMITTED");
    await(past.topUp(writer, PastDays.FIRST));
    DailyClosing closing = closing(IMPATIENT);

    try (LoggedLines log = LoggedLines.listen()) {
      assertThat(await(closing.closeNext())).isEmpty();
      assertThat(await(closing.closeNext())).isEmpty();

      assertThat(log.text()).containsOnlyOnce("waits for a transaction that writes transfers");
    }
    assertThat(overdue()).isGreaterThan(Duration.ofDays(1).toSeconds());
    run(writer, "ROLLBACK");
    assertThat(await(closing.closeNext())).contains(PastDays.FIRST);
    assertThat(overdue()).isZero();
  }

  /** The lock alone: a transaction that began to write after the closing had looked for writers. */
  @Test
  void aClosingIsHeldUpByTheLockThatTransfersOfTheDayShare() {
    SqlConnection writer = begin("READ COMMITTED");
    run(
        writer,
        "SELECT pg_advisory_xact_lock_shared(hashtext('closed_day'), date '%s' - '2000-01-01')"
            .formatted(PastDays.FIRST));

    assertThat(await(closing(IMPATIENT).closeNext())).isEmpty();
    assertThat(rows.count("SELECT count(*) FROM closed_day")).isZero();
  }

  @Test
  void aRoleThatIsNotTheOwnersSeesTheTransactionsThatHoldUp() {
    SqlConnection writer = begin("READ COMMITTED");
    run(writer, "SET LOCAL session_replication_role = replica");
    await(past.topUp(writer, PastDays.FIRST));
    SqlConnection service = begin("READ COMMITTED");
    run(service, "SET LOCAL ROLE pg_read_all_data");

    RowSet<Row> outcome = run(service, "SELECT close_day('%s', '0')".formatted(PastDays.FIRST));

    assertThat(outcome.iterator().next().getString(0)).isEqualTo("held_up");
  }

  /** It would not see the closing. */
  @Test
  void aTransferOfAnEarlierDayIsRefusedInASnapshotOfThen() {
    SqlConnection writer = begin("REPEATABLE READ");
    run(writer, "SELECT FROM closed_day");
    assertThat(await(closes())).contains(PastDays.FIRST);

    assertThatThrownBy(() -> await(past.topUp(writer, PastDays.FIRST)))
        .hasMessageContaining("only READ COMMITTED sees");
  }

  @Test
  void aDayIsNotClosedBeforeItsEndNorInASnapshot() {
    SqlConnection early = begin("READ COMMITTED");
    SqlConnection snapshot = begin("REPEATABLE READ");

    assertThatThrownBy(() -> run(early, "SELECT close_day(current_date + 2, '0')"))
        .hasMessageContaining("is not over");
    assertThatThrownBy(() -> run(snapshot, "SELECT close_day(current_date - 2, '0')"))
        .hasMessageContaining("READ COMMITTED");
  }

  private CompletableFuture<Optional<LocalDate>> closes() {
    return closing(PATIENT).closeNext().subscribeAsCompletionStage();
  }

  private DailyClosing closing(Duration timeout) {
    DatabaseConfig patience =
        Defaults.with(
            DatabaseConfig.class, Map.of("payments.database.timeout", timeout.toString()));
    return new DailyClosing(database, patience, config, meters);
  }

  private double overdue() {
    return meters.get("payments.ledger.closing.overdue").gauge().value();
  }

  private SqlConnection begin(String isolation) {
    SqlConnection connection = await(pool.pool().getConnection());
    connections.add(connection);
    run(connection, "BEGIN ISOLATION LEVEL " + isolation);
    return connection;
  }

  private long waiting() {
    return rows.count(THAT_WAIT);
  }

  private static RowSet<Row> run(SqlConnection connection, String statement) {
    return await(connection.query(statement).execute());
  }

  private static <T> T await(CompletableFuture<T> future) {
    return await(Uni.createFrom().completionStage(future));
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
