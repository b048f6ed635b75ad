package org.mizani.work;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;
import org.mizani.database.DatabaseOutage;
import org.mizani.log.OutageNotice;
import org.mizani.log.RedactedFailure;

/**
 * Works on rows under leases (ADR 3). The pod that made a row takes it on at once; claiming is for
 * what was left over: what has to be looked at again, dead pods' rows, more than a pod could carry.
 *
 * @param <T> a row with all that the work needs
 */
public final class LeasedWork<T> {

  /** What is done with the rows. */
  public interface Task<T> {

    /** Leases up to so many due rows, the longest due first. */
    Uni<List<T>> claim(int most, Duration lease);

    /** The lease that the row was claimed, or made, under. */
    Lease leaseOf(T row);

    /**
     * Works on a row. Whoever fails leaves the row to its lease; the rest is the task's own: to end
     * the lease, with {@link Leases}, or with the statement that makes the row final.
     */
    Uni<Void> workOn(T row);
  }

  private static final Logger LOG = Logger.getLogger(LeasedWork.class);

  private final Task<T> task;
  private final Leases leases;
  private final LeaseSettings settings;
  private final OutageNotice outage;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final Set<Lease> leased = ConcurrentHashMap.newKeySet();
  private volatile boolean draining;
  private volatile boolean stopping;

  /**
   * @param who works, as a sentence begins: {@code The settler}
   */
  public LeasedWork(String who, Task<T> task, Leases leases, LeaseSettings settings) {
    this.task = task;
    this.leases = leases;
    this.settings = settings;
    this.outage = new OutageNotice(LOG, who);
  }

  /** Reserves a place for a row that is about to be made; false where this pod carries enough. */
  public boolean reserve() {
    if (draining) {
      return false;
    }
    if (inFlight.incrementAndGet() > settings.maxInFlight()) {
      inFlight.decrementAndGet();
      return false;
    }
    return true;
  }

  /** The row of a reservation was not made. */
  public void giveBackReservation() {
    inFlight.decrementAndGet();
  }

  /** Takes on a row that has a reservation and a lease. Returns at once and never fails. */
  public void takeOn(T row) {
    Lease lease = task.leaseOf(row);
    leased.add(lease);
    Uni.createFrom()
        // One that was still being made when the leases were given back is left to others.
        .deferred(() -> stopping ? leases.postpone(lease, Duration.ZERO) : task.workOn(row))
        .onFailure()
        .invoke(failure -> leftToItsLease(row, failure))
        .onTermination()
        .invoke(
            () -> {
              leased.remove(lease);
              inFlight.decrementAndGet();
            })
        .subscribe()
        .with(done -> {}, failure -> {});
  }

  private void leftToItsLease(T row, Throwable failure) {
    if (DatabaseOutage.isBehind(failure)) {
      outage.met(failure);
    } else {
      LOG.warnf("%s left to its lease: %s", row, RedactedFailure.words(failure));
    }
  }

  /** Claims what is due and takes it on; never fails, for the next tick tries again. */
  public Uni<Void> takeOnDue() {
    int free = Math.min(settings.maxClaim(), settings.maxInFlight() - inFlight.get());
    if (draining || free <= 0) {
      return Uni.createFrom().voidItem();
    }
    return task.claim(free, settings.lease())
        .invoke(outage::over)
        .invoke(this::takeOnClaimed)
        .chain(claimed -> claimed.size() == free ? takeOnDue() : Uni.createFrom().<Void>nullItem())
        .onFailure()
        .invoke(outage::met)
        .onFailure()
        .recoverWithNull();
  }

  private void takeOnClaimed(List<T> claimed) {
    inFlight.addAndGet(claimed.size());
    claimed.forEach(this::takeOn);
  }

  /** Takes on nothing more, as this pod is about to stop: others do. What is under way goes on. */
  public void drain() {
    draining = true;
  }

  /**
   * Gives all leases back at once, before the database goes: whoever takes over asks what became of
   * the rows, so there is no answer worth waiting for.
   */
  public void stop() {
    drain();
    stopping = true;
    Set<Lease> left = Set.copyOf(leased);
    if (left.isEmpty()) {
      return;
    }
    try {
      leases.giveBack(left).await().atMost(settings.shutdownTimeout());
    } catch (RuntimeException e) {
      LOG.warnf(
          "%d leases not given back, they end by themselves: %s",
          left.size(), RedactedFailure.words(e));
    }
  }
}
