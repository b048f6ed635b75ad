package org.mizani.work;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.mizani.database.Database;

/**
 * Leases on the rows of one table of due work. Its due column, usually {@code next_poll_at}, holds
 * the time of a row's next poll: the end of the lease while a pod works on the row. Once it needs
 * no poll any more, the row goes.
 */
public final class Leases {

  /** Leases that one statement gives back: what it costs grows with their square. */
  private static final int MOST_GIVEN_BACK = 500;

  /** Before a row that was locked is tried once more. */
  private static final Duration UNTIL_UNLOCKED = Duration.ofMillis(50);

  /** Of a skip that fails. */
  private static final Duration FIRST_RETRY = Duration.ofMillis(200);

  private static final Duration LONGEST_RETRY = Duration.ofSeconds(2);
  private static final int RETRIES = 6;

  /**
   * End of a lease.
   *
   * @param counted polls that are counted ahead
   */
  private record Wait(
      Lease lease, Duration duration, boolean skipped, int counted, Optional<String> networkId) {

    Wait(Lease lease, Duration duration, boolean skipped) {
      this(lease, duration, skipped, 0, Optional.empty());
    }
  }

  /**
   * Page of rows of which networks may have been given each.
   *
   * @param noted how many of them were noted now
   * @param last the last of them, after which the next page begins; empty if this was the last page
   */
  public record AssumedCalls(long noted, Optional<UUID> last) {}

  private final Database database;
  private final String postpone;
  private final String noteNetworkId;
  private final String hear;
  private final String hearOne;
  private final String skip;
  private final Optional<String> assumeCalled;
  private final Batcher<Wait, Boolean> batcher;
  private final Function<Duration, Uni<Void>> delay;

  /** Leases of this table's rows. */
  public Leases(Database database, LeaseTable table, LeaseSettings settings) {
    this(
        database, table, settings, wait -> Uni.createFrom().voidItem().onItem().delayIt().by(wait));
  }

  Leases(
      Database database,
      LeaseTable table,
      LeaseSettings settings,
      Function<Duration, Uni<Void>> delay) {
    this.delay = delay;
    this.database = database;
    this.postpone = Postponement.of(table);
    this.noteNetworkId = LeaseSql.noteNetworkId(table);
    this.hear = LeaseSql.hear(table);
    this.hearOne = LeaseSql.hearOne(table);
    this.skip = LeaseSql.skip(table);
    this.assumeCalled = table.calledAt().map(column -> LeaseSql.assumeCalled(table, column));
    this.batcher = new Batcher<>(settings.apply(), settings.gather(), this::run);
  }

  /** Ends a lease: the row is due again after this wait. */
  public Uni<Void> postpone(Lease lease, Duration wait) {
    return putOff(new Wait(lease, wait, false)).replaceWithVoid();
  }

  /**
   * Ends a lease likewise, and notes the id under which the network acknowledged the row, also if
   * the lease is another's by now: later words of the network name it.
   */
  public Uni<Void> postpone(Lease lease, Duration wait, Optional<String> networkId) {
    return putOff(new Wait(lease, wait, false, 0, networkId))
        .chain(noted -> noteNetworkId(lease, noted ? Optional.empty() : networkId));
  }

  /**
   * Tries once more where the row was locked: whoever counts a word of its network has it locked
   * for a moment, and that word would be followed only after the whole lease.
   */
  private Uni<Boolean> putOff(Wait wait) {
    Context context = Vertx.currentContext();
    Uni<Boolean> again =
        Uni.createFrom()
            .deferred(() -> delay.apply(UNTIL_UNLOCKED))
            .emitOn(task -> OwnContext.runOn(context, task))
            .chain(() -> batcher.submit(wait))
            // The network's id is noted all the same.
            .onFailure()
            .recoverWithItem(false);
    return batcher.submit(wait).chain(done -> done ? Uni.createFrom().item(true) : again);
  }

  /**
   * Ends a lease likewise, and counts a poll that this pod will make of the row without one. False
   * if the row was locked, or the lease is another's by now; then the id is not noted either.
   */
  Uni<Boolean> postponeCounted(Lease lease, Duration wait, Optional<String> networkId) {
    return putOff(new Wait(lease, wait, false, 1, networkId));
  }

  /** Notes the id under which the network acknowledged a row, whoever has its lease. */
  public Uni<Void> noteNetworkId(Lease lease, Optional<String> networkId) {
    return networkId.isEmpty()
        ? Uni.createFrom().voidItem()
        : database.execute(noteNetworkId, Tuple.of(lease.id(), networkId.get())).replaceWithVoid();
  }

  /**
   * Ends a lease likewise, and counts its poll as skipped: the rail was not called. It waits for
   * whoever has the row locked, so that what was never submitted does not look as if it had been. A
   * skip that fails is not tried again, for it may have been counted, and a second count would have
   * the payout submitted again; one for which the batches had no room has had no effect, and is
   * made alone.
   */
  public Uni<Void> skip(Lease lease, Duration wait) {
    return batcher
        .submit(new Wait(lease, wait, true))
        .onFailure(Overflow.class)
        .recoverWithItem(false)
        .chain(skipped -> skipped ? Uni.createFrom().voidItem() : skipAlone(lease, wait));
  }

  /** Only after a statement that has ended without the skip; each try counts it once at most. */
  private Uni<Void> skipAlone(Lease lease, Duration wait) {
    return Uni.createFrom()
        .deferred(
            () -> database.execute(skip, Tuple.of(lease.id(), lease.polls(), wait.toMillis())))
        .onFailure()
        .retry()
        .withBackOff(FIRST_RETRY, LONGEST_RETRY)
        .atMost(RETRIES)
        .replaceWithVoid();
  }

  /** Ends a lease for good: the row is deleted. */
  public Uni<Void> end(Lease lease) {
    return batcher.submit(new Wait(lease, null, false)).replaceWithVoid();
  }

  /**
   * Counts a word of their networks for these rows: they are due once nobody works on them. It
   * waits for one locked row at a time, and holds no other meanwhile. Once one of them stays locked
   * it waits for no other, because other words wait for it: it counts those that are free by then,
   * and fails.
   */
  Uni<Void> hear(Collection<UUID> ids) {
    return hearFree(ids).chain(this::hearLocked);
  }

  /** Answers the rows that are locked. */
  private Uni<List<UUID>> hearFree(Collection<UUID> ids) {
    return database.list(
        hear, Tuple.of((Object) ids.toArray(UUID[]::new)), row -> row.getUUID("id"));
  }

  private Uni<Void> hearLocked(List<UUID> ids) {
    return ids.isEmpty()
        ? Uni.createFrom().voidItem()
        : database
            .execute(hearOne, Tuple.of(ids.get(0)))
            .onFailure()
            .call(() -> hearFree(ids))
            .chain(() -> hearLocked(ids.subList(1, ids.size())));
  }

  /**
   * Notes that the networks of rows may have been called about them, though this database does not
   * know of it: from now on they are asked about first.
   *
   * @param after the row after which the page begins
   * @param before the time before which the rows were created
   * @param most rows of the page
   */
  public Uni<AssumedCalls> assumeCalled(UUID after, Instant before, int most) {
    return database.one(
        assumeCalled.orElseThrow(),
        Tuple.of(after, before.atOffset(ZoneOffset.UTC), most),
        row ->
            new AssumedCalls(
                row.getLong("assumed"),
                row.getLong("seen") < most ? Optional.empty() : Optional.of(row.getUUID("last"))));
  }

  /** Skips leases: the rows are due at once, for any pod. */
  Uni<Void> giveBack(List<Lease> given) {
    return Multi.createFrom()
        .items(given.stream().map(lease -> new Wait(lease, Duration.ZERO, true)))
        .group()
        .intoLists()
        .of(MOST_GIVEN_BACK)
        .onItem()
        .transformToUniAndConcatenate(this::run)
        .onItem()
        .ignoreAsUni();
  }

  /** Whether each was put off: not if it was locked, ended, or its lease is another's. */
  private Uni<List<Boolean>> run(List<Wait> waits) {
    return database
        .list(
            postpone,
            Tuple.from(
                List.of(
                    waits.stream().map(wait -> wait.lease().id()).toArray(UUID[]::new),
                    waits.stream().map(wait -> wait.lease().polls()).toArray(Integer[]::new),
                    waits.stream().map(Leases::millis).toArray(Long[]::new),
                    waits.stream().map(wait -> wait.skipped() ? 1 : 0).toArray(Integer[]::new),
                    waits.stream().map(Wait::counted).toArray(Integer[]::new),
                    waits.stream().map(wait -> wait.lease().words()).toArray(Integer[]::new),
                    waits.stream()
                        .map(wait -> wait.networkId().orElse(null))
                        .toArray(String[]::new))),
            row -> row.getUUID("id"))
        .map(HashSet::new)
        .map(done -> waits.stream().map(wait -> done.contains(wait.lease().id())).toList());
  }

  private static Long millis(Wait wait) {
    return wait.duration() == null ? null : wait.duration().toMillis();
  }
}
