package org.mizani.sweep;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;
import org.mizani.corridor.Recipient;
import org.mizani.database.DatabaseOutage;
import org.mizani.log.JobHealth;
import org.mizani.rail.PayoutRouter;
import org.mizani.rail.guard.SubmissionSwitch;
import org.mizani.sweep.SweepRuns.Page;

/**
 * Job that does the due runs of sweeps, on every pod: each run is done by one of them. While
 * payments are not submitted, runs wait: after a restore wallets may hold funds that a network has
 * paid out already (ADR 22).
 */
@Singleton
class Sweeper {

  private static final Logger LOG = Logger.getLogger(Sweeper.class);

  private final SweepRuns runs;
  private final PayoutRouter rails;
  private final JobHealth health = new JobHealth(LOG, "Sweeping");

  private final PendingSweepRuns pending;
  private final SubmissionSwitch submission;
  private volatile boolean draining;

  Sweeper(
      SweepRuns runs, PayoutRouter rails, PendingSweepRuns pending, SubmissionSwitch submission) {
    this.submission = submission;
    this.runs = runs;
    this.rails = rails;
    this.pending = pending;
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    health.measure(registry);
  }

  /** Does all due runs; never fails, because the next tick tries again. */
  @Scheduled(every = "${payments.sweep.every:10s}", concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> sweepDue() {
    if (draining) {
      return Uni.createFrom().voidItem();
    }
    return health.watch(
        submission.isOn() ? runs.due().chain(this::sweepFrom) : Uni.createFrom().voidItem());
  }

  /** A pod that is about to stop leaves due runs to the others. */
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
                    .map(last -> runs.dueAfter(last).chain(this::sweepFrom))
                    .orElseGet(() -> Uni.createFrom().voidItem()));
  }

  /** Submissions may be held since the tick began. */
  private Uni<Void> sweep(DueSweep due) {
    if (!submission.isOn()) {
      return Uni.createFrom().voidItem();
    }
    Recipient to = due.destination();
    return Uni.createFrom()
        .item(() -> rails.railFor(to.country(), to.channel()))
        .map(rail -> rail.orElseThrow(() -> new IllegalStateException("no rail goes there")))
        .chain(rail -> runs.sweep(due, rail).replaceWithVoid())
        // A run that fails does not hold up the others; an outage of the database ends the tick.
        .onFailure(Sweeper::isItsOwn)
        .invoke(failure -> pending.log(due.id(), due.dueAt().toInstant(), failure))
        .onFailure(Sweeper::isItsOwn)
        .recoverWithNull();
  }

  private static boolean isItsOwn(Throwable failure) {
    return !DatabaseOutage.isBehind(failure);
  }
}
