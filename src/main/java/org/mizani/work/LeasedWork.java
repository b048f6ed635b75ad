package org.mizani.work;

import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.quarkus.scheduler.Scheduler;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
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
 * Work on rows under leases (ADR 3). The pod that creates a row takes it on at once. Each tick
 * claims the rows that are left over: those to be polled again, those of dead pods, and those
 * beyond what a pod could carry.
 *
 * <p>A bean extends it; {@link Lifecycle} gives it its tick and its stop.
 *
 * @param <T> a row with all that the work needs
 */
public abstract class LeasedWork<T extends LeasedWork.Row> {

  /** A row of the work. */
  public interface Row {

    /** The lease that the row was claimed, or created, under. */
    Lease lease();
  }

  private static final Logger LOG = Logger.getLogger(LeasedWork.class);

  /** Ends the leases of the rows that are worked on. */
  protected final Leases leases;

  private final String name;
  private final LeaseSettings settings;
  private final OutageNotice outage;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final Set<Lease> leased = ConcurrentHashMap.newKeySet();
  private volatile boolean draining;
  private volatile boolean stopping;

  /**
   * @param name of the work, as a log message begins: {@code Settling payouts}
   * @throws IllegalArgumentException for settings that contradict each other
   */
  protected LeasedWork(String name, Leases leases, LeaseSettings settings) {
    settings.validate();
    this.name = name;
    this.leases = leases;
    this.settings = settings;
    this.outage = new OutageNotice(LOG, name);
  }

  /** Leases up to this number of due rows, the longest due first. */
  protected abstract Uni<List<T>> claim(int most, Duration lease);

  /**
   * Works on a row and ends its lease, by {@link #leases} or by the statement that makes the row
   * final. After a failure the row stays under its lease until that ends.
   */
  protected abstract Uni<Void> workOn(T row);

  /** Reserves a place for a row that is about to be created; false if this pod carries enough. */
  public final boolean reserve() {
    if (draining) {
      return false;
    }
    if (inFlight.incrementAndGet() > settings.maxInFlight()) {
      inFlight.decrementAndGet();
      return false;
    }
    return true;
  }

  /** Gives a reservation back: its row was not created. */
  public final void giveBackReservation() {
    inFlight.decrementAndGet();
  }

  /** Takes on a row that has a reservation and a lease. Returns at once and never fails. */
  public final void takeOn(T row) {
    leased.add(row.lease());
    Uni.createFrom()
        // A row whose creation ended after the leases were given back is left to other pods.
        .deferred(() -> stopping ? leases.postpone(row.lease(), Duration.ZERO) : workOn(row))
        .onFailure()
        .invoke(failure -> leftToItsLease(row, failure))
        .onTermination()
        .invoke(
            () -> {
              leased.remove(row.lease());
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

  /** Claims due rows and takes them on. It never fails: the next tick tries again. */
  final Uni<Void> takeOnDue() {
    int free = Math.min(settings.maxClaim(), settings.maxInFlight() - inFlight.get());
    if (draining || free <= 0) {
      return Uni.createFrom().voidItem();
    }
    return claim(free, settings.lease())
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

  /** Takes on no further row, as this pod is about to stop. The work under way goes on. */
  final void drain() {
    draining = true;
  }

  /**
   * Gives all leases back at once, before the database goes. The next pod asks the rail what became
   * of the rows, so no answer is worth waiting for.
   */
  final void stop() {
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

  /** Tick and stop of all leased work. Beans do not inherit {@code @Scheduled} methods. */
  @Singleton
  static final class Lifecycle {

    private final List<LeasedWork<?>> works;

    Lifecycle(@All List<LeasedWork<?>> works) {
      this.works = works;
    }

    void start(@Observes StartupEvent event, Scheduler scheduler) {
      for (LeasedWork<?> work : works) {
        scheduler
            .newJob(work.name)
            .setInterval(work.settings.every().toString())
            .setConcurrentExecution(ConcurrentExecution.SKIP)
            .setAsyncTask(execution -> work.takeOnDue())
            .schedule();
      }
    }

    void drain(@Observes ShutdownDelayInitiatedEvent event) {
      works.forEach(LeasedWork::drain);
    }

    void stop(@Observes @Priority(1) ShutdownEvent event) {
      works.forEach(LeasedWork::stop);
    }
  }
}
