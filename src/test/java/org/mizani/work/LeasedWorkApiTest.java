package org.mizani.work;

import static java.util.function.Predicate.isEqual;
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
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
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

  @Inject Scheduler scheduler;
  @Inject BeanManager beans;
  @Inject @All List<LeasedWork<?>> works;
  @Inject Database database;
  @Inject Rows rows;
  @Inject DueLeases due;

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
    Lease lease = due.create();

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
    Lease heard = due.create();
    Lease unheard = due.create();
    leases.hear(List.of(heard.id())).await().atMost(PATIENCE);

    leases.end(heard).await().atMost(PATIENCE);
    leases.end(unheard).await().atMost(PATIENCE);

    assertThat(isThere(unheard)).isFalse();
    assertThat(isThere(heard)).isTrue();
    rows.execute("DELETE FROM payout_due WHERE id = $1", heard.id());
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
    LeasedRow row = new LeasedRow(due.create());
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
    Lease lease = due.create();
    rows.execute("UPDATE payout_due SET leased_until = next_poll_at WHERE id = $1", lease.id());
    SqlConnection other = due.lock(lease);

    CompletableFuture<Void> skipped =
        leases().skip(lease, HOUR.plusHours(1)).subscribeAsCompletionStage();
    eventually(due::waiting, isEqual(1L));
    due.unlock(other);
    skipped.join();

    assertThat(
            rows.execute(
                "DELETE FROM payout_due WHERE id = $1 AND skipped_polls = 1 RETURNING id",
                lease.id()))
        .hasSize(1);
  }

  /** Otherwise a word that is counted just then is followed only once the lease has ended. */
  @Test
  void aRowThatIsLockedForAMomentIsPutOffAllTheSame() {
    Lease lease = due.create();
    SqlConnection other = due.lock(lease);
    CompletableFuture<Void> tried = new CompletableFuture<>();
    CompletableFuture<Void> unlocked = new CompletableFuture<>();
    Leases leases =
        leases(
            wait -> {
              tried.complete(null);
              return Uni.createFrom().completionStage(unlocked);
            });

    CompletableFuture<Void> putOff =
        leases.postpone(lease, HOUR.plusHours(2)).subscribeAsCompletionStage();
    eventually(tried::isDone, isEqual(true));
    due.unlock(other);
    unlocked.complete(null);
    putOff.join();

    assertThat(
            rows.execute(
                """
                DELETE FROM payout_due
                WHERE id = $1 AND next_poll_at > now() + interval '2 hours' RETURNING id
                """,
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
          lasts -> {
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

  private Leases leases(Function<Duration, Uni<Void>> delay) {
    return new Leases(
        database,
        new LeaseTable("payout_due", "next_poll_at", true),
        Defaults.of(PayoutConfig.class).settlement(),
        delay);
  }

  private static Optional<String> id(int number) {
    return Optional.of("id-" + number);
  }
}
