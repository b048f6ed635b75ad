package org.mizani.sweep;

import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;
import org.mizani.corridor.Recipient;
import org.mizani.database.DatabaseOutage;
import org.mizani.log.OutageNotice;
import org.mizani.rail.PayoutRouter;
import org.mizani.sweep.SweepRuns.Page;

/** Sweeps what is due, on every pod: each night is swept by one of them. */
@Singleton
class Sweeper {

  private static final Logger LOG = Logger.getLogger(Sweeper.class);

  private final SweepRuns nights;
  private final PayoutRouter rails;
  private final OutageNotice outage = new OutageNotice(LOG, "Sweeping");

  private final PendingSweepRuns waiting;
  private volatile boolean draining;

  Sweeper(SweepRuns nights, PayoutRouter rails, PendingSweepRuns waiting) {
    this.nights = nights;
    this.rails = rails;
    this.waiting = waiting;
  }

  /** Sweeps all nights that are due; never fails, for the next tick tries again. */
  @Scheduled(every = "${payments.sweep.every:10s}", concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> sweepDue() {
    if (draining) {
      return Uni.createFrom().voidItem();
    }
    return nights
        .due()
        .chain(this::sweepFrom)
        .invoke(outage::over)
        .onFailure()
        .invoke(outage::met)
        .onFailure()
        .recoverWithNull();
  }

  /** A pod that is about to stop leaves what is due to the others. */
  void drain(@Observes ShutdownDelayInitiatedEvent event) {
    draining = true;
  }

  private Uni<Void> sweepFrom(Page page) {
    return Multi.createFrom()
        .iterable(page.sweeps())
        .onItem()
        .transformToUniAndConcatenate(this::sweep)
        .collect()
        .last()
        .chain(
            () ->
                page.last()
                    .map(last -> nights.dueBehind(last).chain(this::sweepFrom))
                    .orElseGet(() -> Uni.createFrom().voidItem()));
  }

  private Uni<Void> sweep(DueSweep due) {
    Recipient to = due.destination();
    return Uni.createFrom()
        .item(() -> rails.railFor(to.country(), to.channel()))
        .map(rail -> rail.orElseThrow(() -> new IllegalStateException("no rail goes there")))
        .chain(rail -> nights.sweep(due, rail).replaceWithVoid())
        // One that cannot be swept does not hold up the others; without a database none can.
        .onFailure(Sweeper::isItsOwn)
        .invoke(failure -> waiting.waits(due.id(), due.dueAt().toInstant(), failure))
        .onFailure(Sweeper::isItsOwn)
        .recoverWithNull();
  }

  private static boolean isItsOwn(Throwable failure) {
    return !DatabaseOutage.isBehind(failure);
  }
}
