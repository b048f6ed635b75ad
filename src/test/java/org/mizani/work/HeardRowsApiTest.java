package org.mizani.work;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.pgclient.PgException;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mizani.database.Database;
import org.mizani.payout.PayoutConfig;
import org.mizani.support.Defaults;
import org.mizani.support.TestDatabase;

/** Words of networks about rows that other sessions have locked. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class HeardRowsApiTest {

  @Inject Database database;
  @Inject DueLeases due;

  /**
   * Otherwise it would hold the rows that it has got and wait for others, and of two such
   * statements on two pods each could wait for the other.
   */
  @Test
  void aWordIsCountedAtOnceForTheRowsThatAreFree() {
    Lease free = due.create();
    Lease locked = due.create();
    SqlConnection other = due.lock(locked);

    CompletableFuture<Void> heard = hear(free, locked);

    eventually(() -> due.words(free), isEqual(1L));
    eventually(due::waiting, isEqual(1L));
    assertThat(due.words(locked)).isZero();
    due.unlock(other);
    assertThat(heard).succeedsWithin(PATIENCE);
    assertThat(due.words(free)).isOne();
    assertThat(due.words(locked)).isOne();
    due.delete(free, locked);
  }

  @Test
  void aRowThatStaysLockedKeepsNoOtherFromItsWord() {
    Lease staying = due.create();
    Lease leaving = due.create();
    SqlConnection first = due.lock(staying);
    SqlConnection second = due.lock(leaving);

    CompletableFuture<Void> heard = hear(staying, leaving);
    eventually(due::waiting, isEqual(1L));
    due.unlock(second);
    eventually(() -> isDoneOnceItsWaitsEnd(heard), isEqual(true));

    assertThat(heard).isCompletedExceptionally();
    assertThat(due.words(leaving)).isOne();
    assertThat(due.words(staying)).isZero();
    due.unlock(first);
    due.delete(staying, leaving);
  }

  /**
   * Whoever has locked one of them for so long has the others too: further words wait meanwhile.
   */
  @Test
  void ofManyRowsThatStayLockedOneIsWaitedFor() {
    Lease[] locked = Stream.generate(due::create).limit(3).toArray(Lease[]::new);
    SqlConnection other = due.lock(locked);

    CompletableFuture<Void> heard = hear(locked);
    eventually(due::waiting, isEqual(1L));
    due.endWaiting();

    assertThat(heard)
        .failsWithin(PATIENCE)
        .withThrowableOfType(ExecutionException.class)
        .havingCause()
        .isInstanceOf(PgException.class);
    assertThat(locked).extracting(due::words).containsOnly(0L);
    due.unlock(other);
    due.delete(locked);
  }

  /** No later look would find them. */
  @Test
  void rowsAreReopenedThoughOneStaysLocked() {
    Lease locked = due.create();
    Lease free = due.create();
    SqlConnection other = due.lock(locked);
    Reopening work = new Reopening(leases());

    CompletableFuture<Void> heard = work.hear(ids(locked, free)).subscribeAsCompletionStage();
    eventually(due::waiting, isEqual(1L));
    due.endWaiting();

    assertThat(heard).failsWithin(PATIENCE);
    assertThat(work.reopened).containsExactlyInAnyOrder(locked.id(), free.id());
    due.unlock(other);
    due.delete(locked, free);
  }

  private record HeardRow(Lease lease, int calls) implements LeasedWork.Row {}

  /** Work of which no row is due. */
  private static final class Reopening extends LeasedWork<HeardRow> {

    private final List<UUID> reopened = new ArrayList<>();

    Reopening(Leases leases) {
      super("The test", leases, Defaults.of(PayoutConfig.class).settlement());
    }

    @Override
    protected Uni<List<HeardRow>> claim(int most, Duration lease) {
      return Uni.createFrom().item(List.of());
    }

    @Override
    protected Uni<Void> workOn(HeardRow row) {
      return leases.end(row.lease());
    }

    @Override
    protected Uni<Void> reopen(Collection<UUID> ids) {
      reopened.addAll(ids);
      return Uni.createFrom().voidItem();
    }
  }

  private CompletableFuture<Void> hear(Lease... rows) {
    return leases().hear(ids(rows)).subscribeAsCompletionStage();
  }

  private boolean isDoneOnceItsWaitsEnd(CompletableFuture<Void> heard) {
    due.endWaiting();
    return heard.isDone();
  }

  private static List<UUID> ids(Lease... rows) {
    return Stream.of(rows).map(Lease::id).toList();
  }

  private Leases leases() {
    return new Leases(
        database,
        new LeaseTable("payout_due", "next_poll_at", true),
        Defaults.of(PayoutConfig.class).settlement());
  }
}
