package org.mizani.work;

import static org.mizani.work.Waits.isOver;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.log.RedactedFailure;

/**
 * First polls of rows that this pod has submitted, made from memory: without a claim, which would
 * write the row and read all of it again (ADR 3). The pod's lease has ended, and the row is due for
 * any pod one wait later; another pod or an operator that takes it on before, or a word of its
 * network, makes this poll needless. A poll without a lease may ask, and never submits.
 */
public final class FirstPolls {

  private static final Logger LOG = Logger.getLogger(FirstPolls.class);

  /** Part of the rows that a pod works on at once: new ones find room beside those that wait. */
  private static final int PART = 4;

  private static final String UNCHANGED =
      """
      SELECT r.id FROM %1$s r
      JOIN unnest($1::uuid[], $2::integer[], $3::integer[]) AS l (id, polls, words)
        ON uuid_hash(r.id) = uuid_hash(l.id) AND r.id IS NOT DISTINCT FROM l.id
          AND r.polls = l.polls AND r.words = l.words
      WHERE r.id = ANY ($1)
      """;

  private final Database database;
  private final Leases leases;
  private final String unchanged;
  private final int most;
  private final Duration longest;
  private final BooleanSupplier draining;
  private final Function<Duration, Uni<Void>> delay;
  private final AtomicInteger waiting = new AtomicInteger();
  private final Batcher<Lease, Boolean> looking;

  /**
   * First polls of a table's rows.
   *
   * @param draining whether this pod is about to stop: then it makes no poll any more
   */
  public FirstPolls(
      Database database,
      LeaseTable table,
      Leases leases,
      LeaseSettings settings,
      BooleanSupplier draining) {
    this(
        database,
        table,
        leases,
        settings,
        draining,
        wait -> Uni.createFrom().voidItem().onItem().delayIt().by(wait));
  }

  FirstPolls(
      Database database,
      LeaseTable table,
      Leases leases,
      LeaseSettings settings,
      BooleanSupplier draining,
      Function<Duration, Uni<Void>> delay) {
    this.database = database;
    this.leases = leases;
    this.unchanged = UNCHANGED.formatted(table.name());
    this.most = settings.places() / PART;
    this.longest = settings.lease();
    this.draining = draining;
    this.delay = delay;
    this.looking = new Batcher<>(settings.apply(), settings.gather(), this::look);
  }

  /**
   * Reserves a place for a row that waits this long, which {@link #postpone} takes. False without a
   * wait, if it is longer than a lease, and if enough rows wait.
   */
  public boolean reserve(Duration wait) {
    if (draining.getAsBoolean() || isOver(wait) || wait.compareTo(longest) > 0) {
      return false;
    }
    if (waiting.incrementAndGet() > most) {
      waiting.decrementAndGet();
      return false;
    }
    return true;
  }

  /**
   * Ends a lease, and has this pod poll the row after the wait, if it is as it was left. The poll
   * is counted now.
   *
   * @param next the wait after that poll, until any pod may claim the row
   * @param networkId under which the network acknowledged the row
   * @param poll of the row; after a failure the next poll follows
   */
  public Uni<Void> postpone(
      Lease lease,
      Duration wait,
      Duration next,
      Optional<String> networkId,
      Supplier<Uni<Void>> poll) {
    return leases
        .postponeCounted(lease, wait.plus(next), networkId)
        .onFailure()
        .invoke(waiting::decrementAndGet)
        .chain(
            counted -> {
              if (counted) {
                pollLater(new Lease(lease.id(), lease.polls() + 1, lease.words()), wait, poll);
                return Uni.createFrom().voidItem();
              }
              waiting.decrementAndGet();
              return leases.noteNetworkId(lease, networkId);
            });
  }

  /** The number of rows that wait for their first poll. */
  int waiting() {
    return waiting.get();
  }

  private void pollLater(Lease left, Duration wait, Supplier<Uni<Void>> poll) {
    Context context = Vertx.currentContext();
    delay
        .apply(wait)
        .emitOn(task -> OwnContext.runOn(context, task))
        .chain(() -> draining.getAsBoolean() ? Uni.createFrom().item(false) : looking.submit(left))
        .chain(same -> same && !draining.getAsBoolean() ? poll.get() : Uni.createFrom().voidItem())
        .onTermination()
        .invoke(waiting::decrementAndGet)
        .subscribe()
        .with(
            polled -> {},
            failure ->
                LOG.debugf("%s left to its next poll: %s", left, RedactedFailure.words(failure)));
  }

  /** Whether each row is as this pod has left it. */
  private Uni<List<Boolean>> look(List<Lease> left) {
    return database
        .list(
            unchanged,
            Tuple.of(
                left.stream().map(Lease::id).toArray(UUID[]::new),
                left.stream().map(Lease::polls).toArray(Integer[]::new),
                left.stream().map(Lease::words).toArray(Integer[]::new)),
            row -> row.getUUID("id"))
        .map(HashSet::new)
        .map(same -> left.stream().map(lease -> same.contains(lease.id())).toList());
  }
}
