package org.mizani.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.scheduler.Trigger;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mizani.database.Database;
import org.mizani.payout.PayoutConfig;
import org.mizani.support.Defaults;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/**
 * Leased work of the service: each has a tick and a stop, and its leases keep the ids of networks.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class LeasedWorkApiTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database() AND query LIKE 'UPDATE payout_due%'";

  @Inject Scheduler scheduler;
  @Inject BeanManager beans;
  @Inject @All List<LeasedWork<?>> works;
  @Inject Database database;
  @Inject Rows rows;
  @Inject Pool pool;

  @Test
  void allWorkHasATick() {
    assertThat(works).hasSize(3);
    assertThat(scheduler.getScheduledJobs())
        .extracting(Trigger::getId)
        .contains("Settling payouts", "Settling collections", "Watching final payouts");
  }

  @Test
  void allWorkObservesTheStop() {
    assertThat(List.of(new StartupEvent(), new ShutdownDelayInitiatedEvent(), new ShutdownEvent()))
        .allSatisfy(
            event ->
                assertThat(beans.resolveObserverMethods(event))
                    .extracting(observer -> observer.getBeanClass().getName())
                    .contains(LeasedWorkLifecycle.class.getName()));
  }

  /** The network is queried by its first id, and answers with the newest. */
  @Test
  void leasesKeepTheFirstAndTheNewestNetworkIds() {
    Leases leases = leases();
    Lease lease = createLease();

    for (int number = 1; number <= 40; number++) {
      leases.postpone(lease, HOUR, id(number)).await().atMost(PATIENCE);
    }
    leases.noteNetworkId(lease, id(41)).await().atMost(PATIENCE);
    leases.noteNetworkId(lease, id(1)).await().atMost(PATIENCE);

    List<String> newest = IntStream.rangeClosed(11, 41).mapToObj(number -> "id-" + number).toList();
    assertThat(
            rows.execute("DELETE FROM payout_due WHERE id = $1 RETURNING network_ids", lease.id())
                .get(0)
                .getArrayOfStrings(0))
        .startsWith("id-1")
        .endsWith(newest.toArray(String[]::new))
        .hasSize(32);
  }

  /** A word that the work has not read might be contrary to what ended it. */
  @Test
  void anUnreadWordKeepsARowFromItsEnd() {
    Leases leases = leases();
    Lease heard = createLease();
    Lease unheard = createLease();
    leases.hear(List.of(heard.id())).await().atMost(PATIENCE);

    leases.end(heard).await().atMost(PATIENCE);
    leases.end(unheard).await().atMost(PATIENCE);

    assertThat(isThere(unheard)).isFalse();
    assertThat(isThere(heard)).isTrue();
    rows.execute("DELETE FROM payout_due WHERE id = $1", heard.id());
  }

  /**
   * Otherwise it would hold the rows that it has got and wait for others, and of two such
   * statements on two pods each could wait for the other.
   */
  @Test
  void aWordIsCountedAtOnceForTheRowsThatAreFree() {
    Lease free = createLease();
    Lease locked = createLease();
    SqlConnection other = lock(locked);

    CompletableFuture<Void> heard =
        leases().hear(List.of(free.id(), locked.id())).subscribeAsCompletionStage();

    eventually(() -> words(free), counted -> counted == 1);
    eventually(() -> rows.count(WAITING), waiting -> waiting == 1);
    assertThat(words(locked)).isZero();
    unlock(other);
    assertThat(heard).succeedsWithin(PATIENCE);
    assertThat(words(free)).isOne();
    assertThat(words(locked)).isOne();
    rows.execute(
        "DELETE FROM payout_due WHERE id = ANY ($1)", (Object) new UUID[] {free.id(), locked.id()});
  }

  @Test
  void aRowThatStaysLockedKeepsNoOtherFromItsWord() {
    Lease staying = createLease();
    Lease leaving = createLease();
    SqlConnection first = lock(staying);
    SqlConnection second = lock(leaving);

    CompletableFuture<Void> heard =
        leases().hear(List.of(staying.id(), leaving.id())).subscribeAsCompletionStage();
    eventually(() -> rows.count(WAITING), waiting -> waiting == 1);
    unlock(second);
    rows.execute(WAITING.replace("count(*)", "pg_cancel_backend(pid)"));

    assertThat(heard).failsWithin(PATIENCE);
    assertThat(words(leaving)).isOne();
    assertThat(words(staying)).isZero();
    unlock(first);
    rows.execute(
        "DELETE FROM payout_due WHERE id = ANY ($1)",
        (Object) new UUID[] {staying.id(), leaving.id()});
  }

  private long words(Lease lease) {
    return rows.count("SELECT words FROM payout_due WHERE id = $1", lease.id());
  }

  private SqlConnection lock(Lease lease) {
    SqlConnection other = pool.getConnection().await().atMost(PATIENCE);
    other.query("BEGIN").execute().await().atMost(PATIENCE);
    other
        .preparedQuery("SELECT FROM payout_due WHERE id = $1 FOR NO KEY UPDATE")
        .execute(Tuple.of(lease.id()))
        .await()
        .atMost(PATIENCE);
    return other;
  }

  private static void unlock(SqlConnection other) {
    other.query("COMMIT").execute().await().atMost(PATIENCE);
    other.close().await().atMost(PATIENCE);
  }

  private boolean isThere(Lease lease) {
    return rows.count("SELECT count(*) FROM payout_due WHERE id = $1", lease.id()) == 1;
  }

  /**
   * Otherwise the payout would be queried instead of submitted, and on some networks be left to
   * operators.
   */
  @Test
  void aSkippedCallLeavesThePayoutUnsubmitted() {
    LeasedRow row = new LeasedRow(createLease());
    Calling work = new Calling(leases());
    work.reserve();

    work.takeOn(row, LeaseEnd.of(HOUR.minusMillis(1)));

    eventually(
        () -> rows.count("SELECT skipped_polls FROM payout_due WHERE id = $1", row.lease().id()),
        skipped -> skipped == 1);
    assertThat(work.calls).isZero();
    rows.execute("DELETE FROM payout_due WHERE id = $1", row.lease().id());
  }

  /** Whoever has the row locked does not make the payout look submitted. */
  @Test
  void aSkipWaitsForALockedRow() {
    Lease lease = createLease();
    rows.execute("UPDATE payout_due SET leased_until = next_poll_at WHERE id = $1", lease.id());
    SqlConnection other = lock(lease);

    CompletableFuture<Void> skipped =
        leases().skip(lease, HOUR.plusHours(1)).subscribeAsCompletionStage();
    eventually(() -> rows.count(WAITING), waiting -> waiting == 1);
    unlock(other);
    skipped.join();

    assertThat(
            rows.execute(
                "DELETE FROM payout_due WHERE id = $1 AND skipped_polls = 1 RETURNING id",
                lease.id()))
        .hasSize(1);
  }

  /** The release of so many leases takes more than one statement. */
  @Test
  void allLeasesOfAPodAreReleased() {
    List<Lease> leases =
        rows
            .execute(
                """
                INSERT INTO payout_due (id, business_id, created_at, next_poll_at, polls)
                SELECT gen_random_uuid(), -1, now(), now() + interval '1 hour', 1
                FROM generate_series(1, 1201)
                RETURNING id
                """)
            .stream()
            .map(row -> new Lease(row.getUUID(0), 1))
            .toList();

    leases().giveBack(leases).await().atMost(PATIENCE);

    assertThat(
            rows.execute(
                """
                DELETE FROM payout_due
                WHERE business_id = -1 AND skipped_polls = 1 RETURNING id
                """))
        .hasSize(1201);
  }

  private record LeasedRow(Lease lease) implements LeasedWork.Row {
    @Override
    public int calls() {
      return 1;
    }
  }

  /** Work that calls its network for an hour. */
  private static final class Calling extends LeasedWork<LeasedRow> {

    private int calls;

    Calling(Leases leases) {
      super("The test", leases, Defaults.of(PayoutConfig.class).settlement());
    }

    @Override
    protected Uni<List<LeasedRow>> claim(int most, Duration lease) {
      return Uni.createFrom().item(List.of());
    }

    @Override
    protected Uni<Void> workOn(LeasedRow row) {
      return call(
          row,
          HOUR,
          () -> {
            calls++;
            return Uni.createFrom().voidItem();
          });
    }
  }

  private Leases leases() {
    return new Leases(
        database,
        new LeaseTable("payout_due", "next_poll_at", true),
        Defaults.of(PayoutConfig.class).settlement());
  }

  /** Creates a row that is due in an hour, and returns its lease. */
  private Lease createLease() {
    Lease lease = new Lease(UUID.randomUUID(), 1);
    rows.execute(
        """
        INSERT INTO payout_due (id, business_id, created_at, next_poll_at, polls)
        VALUES ($1, 1, now(), now() + interval '1 hour', 1)
        RETURNING id
        """,
        lease.id());
    return lease;
  }

  private static Optional<String> id(int number) {
    return Optional.of("id-" + number);
  }
}
