package org.mizani.work;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.mizani.database.DatabaseOutage;
import org.mizani.log.JobHealth;
import org.mizani.log.RedactedFailure;

/**
 * Work on rows under leases (ADR 3). The pod that creates a row takes it on at once. Each tick
 * claims the rows that are left over: those to be polled again, those of dead pods, and those
 * beyond what a pod could carry.
 *
 * <p>A bean extends it; {@link LeasedWorkLifecycle} gives it its tick and its stop.
 *
 * @param <T> a row with all that the work needs
 */
public abstract class LeasedWork<T extends LeasedWork.Row> {

  /** A row of the work. */
  public interface Row {

    /** The lease that the row was claimed, or created, under. */
    Lease lease();

    /** Calls of its network, this one included. */
    int calls();
  }

  private static final Logger LOG = Logger.getLogger(LeasedWork.class);

  /** Ends the leases of the rows that are worked on. */
  protected final Leases leases;

  final String name;
  final LeaseSettings settings;
  final JobHealth health;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final HeldLeases held = new HeldLeases();
  private volatile boolean draining;
  private volatile boolean stopping;

  /**
   * @param name of the work, as a log message begins: {@code Settling payouts}
   */
  protected LeasedWork(String name, Leases leases, LeaseSettings settings) {
    settings.validate();
    this.name = name;
    this.leases = leases;
    this.settings = settings;
    this.health = new JobHealth(LOG, name);
  }

  /** Leases up to this number of due rows, the longest due first. */
  protected abstract Uni<List<T>> claim(int most, Duration lease);

  /**
   * Works on a row and ends its lease, by {@link #leases} or by the statement that makes the row
   * final. After a failure the row stays under its lease until that ends.
   */
  protected abstract Uni<Void> workOn(T row);

  /**
   * Reserves a place for a row that is about to be created under a lease; empty if this pod carries
   * enough.
   *
   * @return the end of that lease
   */
  public final Optional<LeaseEnd> reserve() {
    if (draining) {
      return Optional.empty();
    }
    if (inFlight.incrementAndGet() > settings.places()) {
      inFlight.decrementAndGet();
      return Optional.empty();
    }
    return Optional.of(LeaseEnd.of(settings.lease()));
  }

  /** Gives a reservation back: its row was not created. */
  public final void giveBackReservation() {
    inFlight.decrementAndGet();
  }

  /** Takes on a row that has a reservation and a lease. Returns at once and never fails. */
  public final void takeOn(T row, LeaseEnd end) {
    HeldLease lease = held.add(row.lease(), end);
    Uni.createFrom()
        // A row whose creation ended after the leases were given back is left to other pods.
        .deferred(() -> stopping ? giveBack(row, Uni.createFrom().voidItem()) : workOn(row))
        .runSubscriptionOn(OwnContext::run)
        .onFailure(LeaseEnding.class)
        .recoverWithUni(ending -> giveBack(row, Uni.createFrom().failure(ending)))
        .onFailure()
        .invoke(failure -> leftToItsLease(row, failure))
        .onTermination()
        .invoke(
            () -> {
              held.remove(row.lease(), lease);
              inFlight.decrementAndGet();
            })
        .subscribe()
        .with(done -> {}, failure -> {});
  }

  /**
   * Calls a network about a row that is worked on. The call is not made if it could outlast the
   * row's lease, because another pod may have the row then: it fails, and the row is due again, as
   * if it had not been polled. A lease under which a call was made is not given back at a stop.
   *
   * @param timeout of the call, which ends by then
   * @param call is given whether the row is this pod's still, to look at before it sends anything
   */
  protected final <R> Uni<R> call(T row, Duration timeout, Function<BooleanSupplier, Uni<R>> call) {
    return Uni.createFrom()
        .deferred(
            () ->
                held.use(row.lease(), timeout)
                    .map(used -> call.apply(() -> held.lasts(row.lease(), used)))
                    .orElseGet(() -> Uni.createFrom().failure(LeaseEnding::new)));
  }

  /**
   * Puts a row off whose network was not called: it is due again after this wait, and its poll does
   * not count. Once its lease has ended the poll stays counted, though nothing was sent: an
   * operator may have the row by then, beside whom it must not be submitted.
   */
  protected final Uni<Void> skip(T row, Duration wait) {
    if (held.use(row.lease(), Duration.ZERO).isPresent()) {
      return leases.skip(row.lease(), wait);
    }
    if (!stopping) {
      LOG.warnf("%s left to its next poll: its lease ended before its network was called", row);
    }
    return Uni.createFrom().voidItem();
  }

  /** Has a row due at once, its poll not counted, unless a call was made under its lease. */
  private Uni<Void> giveBack(T row, Uni<Void> otherwise) {
    return held.giveBack(row.lease()) ? leases.skip(row.lease(), Duration.ZERO) : otherwise;
  }

  private void leftToItsLease(T row, Throwable failure) {
    if (DatabaseOutage.isBehind(failure)) {
      health.failed(failure);
    } else if (failure instanceof Overflow) {
      health.tooFast();
      LOG.debugf("%s left to its lease", row);
    } else {
      LOG.warnf("%s left to its lease: %s", row, RedactedFailure.words(failure));
    }
  }

  /**
   * Works soon on these rows, because their networks have sent a word about them. A row that stays
   * locked does not keep the others from being reopened: no later look would find them.
   */
  public final Uni<Void> hear(Collection<UUID> ids) {
    return leases
        .hear(ids)
        .onFailure()
        .call(() -> reopen(ids))
        .chain(() -> reopen(ids))
        .chain(this::takeOnDue);
  }

  /** Makes rows due again whose work was over, where such a word asks for it; none by default. */
  protected Uni<Void> reopen(Collection<UUID> ids) {
    return Uni.createFrom().voidItem();
  }

  /** Claims due rows and takes them on. It never fails: the next tick tries again. */
  final Uni<Void> takeOnDue() {
    int free = Math.min(settings.maxClaim(), settings.places() - inFlight.get());
    if (draining || free <= 0) {
      return Uni.createFrom().voidItem();
    }
    LeaseEnd end = LeaseEnd.of(settings.lease());
    return claim(free, settings.lease())
        .invoke(health::succeeded)
        .invoke(claimed -> takeOnClaimed(claimed, end))
        .chain(claimed -> claimed.size() == free ? takeOnDue() : Uni.createFrom().<Void>nullItem())
        .onFailure()
        .invoke(health::failed)
        .onFailure()
        .recoverWithNull();
  }

  /** What a network never answers comes last: it must not be each trial of its breaker (ADR 10). */
  private void takeOnClaimed(List<T> claimed, LeaseEnd end) {
    inFlight.addAndGet(claimed.size());
    claimed.stream()
        .sorted(Comparator.comparingInt(Row::calls))
        .forEachOrdered(row -> takeOn(row, end));
  }

  /** Takes on no further row, as this pod is about to stop. The work under way goes on. */
  final void drain() {
    draining = true;
  }

  /** Whether this pod takes on no further row, because it is about to stop. */
  protected final boolean isDraining() {
    return draining;
  }

  /**
   * Gives back at once, before the database goes, the leases under which no network was called. The
   * next pod works on those rows as if this one had not had them.
   */
  final void giveBack() {
    drain();
    stopping = true;
    List<Lease> unused = held.giveBackUnused();
    try {
      leases.giveBack(unused).await().atMost(settings.shutdownTimeout());
    } catch (RuntimeException e) {
      LOG.warnf(
          "%d leases not given back, they end by themselves: %s",
          unused.size(), RedactedFailure.words(e));
    }
  }

  /**
   * Waits for the calls under way, and for what follows from their answers. A row whose call is not
   * answered in time is left to its lease, so that no other pod works on it meanwhile.
   */
  final void awaitCalls() {
    long left = held.awaitCalls(settings.shutdownTimeout());
    if (left > 0) {
      LOG.infof("%s: %d calls are not answered yet, their leases end by themselves", name, left);
    }
  }
}
