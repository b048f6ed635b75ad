package org.mizani.payout;

import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.payout.PayoutDecision.Contradiction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailAway;
import org.mizani.rail.RailGuard;
import org.mizani.work.Lease;
import org.mizani.work.LeasedWork;
import org.mizani.work.Leases;
import org.mizani.work.PollSchedule;

/**
 * Asks the rails of payouts that failed by hand whether they have paid after all: what was
 * submitted before may still reach the recipient. It never submits anything, and changes no status.
 */
@Singleton
final class FailedPayoutMonitor implements LeasedWork.Task<WatchedPayout> {

  private static final Logger LOG = Logger.getLogger(FailedPayoutMonitor.class);

  private final PayoutClaims claims;
  private final RailGuard<PayoutRail, PayoutOutcome> guard;
  private final Discrepancies contradictions;
  private final Leases leases;
  private final LeasedWork<WatchedPayout> work;
  private final PollSchedule schedule;
  private final Duration watchFor;
  private final Duration railTimeout;

  FailedPayoutMonitor(
      PayoutClaims claims,
      RailGuard<PayoutRail, PayoutOutcome> guard,
      Discrepancies contradictions,
      Database database,
      PayoutConfig config) {
    PayoutConfig.Settlement settings = config.settlement();
    if (settings.watchFailedByHandFor().isNegative()) {
      throw new IllegalArgumentException(
          "payments.payout.settlement.watch-failed-by-hand-for must not be negative.");
    }
    this.claims = claims;
    this.guard = guard;
    this.contradictions = contradictions;
    this.leases = new Leases(database, PayoutSettler.TABLE, "next_watch_at", settings.apply());
    this.work = new LeasedWork<>("Watching failed payouts", this, leases, settings);
    this.schedule = new PollSchedule(settings.lookAgainAfter());
    this.watchFor = settings.watchFailedByHandFor();
    this.railTimeout = settings.railTimeout();
  }

  @Scheduled(
      every = "${payments.payout.settlement.every}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> takeOnDuePayouts() {
    return work.takeOnDue();
  }

  void drain(@Observes ShutdownDelayInitiatedEvent event) {
    work.drain();
  }

  void stop(@Observes @Priority(1) ShutdownEvent event) {
    work.stop();
  }

  @Override
  public Uni<List<WatchedPayout>> claim(int most, Duration lease) {
    return claims.claimWatched(most, lease);
  }

  @Override
  public Lease leaseOf(WatchedPayout watched) {
    return watched.payout().lease();
  }

  @Override
  public Uni<Void> workOn(WatchedPayout watched) {
    PendingPayout payout = watched.payout();
    return payout
        .instruction()
        .map(
            instruction ->
                guard.call(payout.rail(), rail -> rail.inquire(instruction), railTimeout))
        .orElseGet(() -> unknown("its recipient cannot be read"))
        .onFailure(RailAway.class)
        .recoverWithUni(() -> unknown("the rail is away"))
        .chain(outcome -> apply(watched, outcome));
  }

  private static Uni<PayoutOutcome> unknown(String why) {
    return Uni.createFrom().item(new PayoutOutcome.Unknown(why));
  }

  private Uni<Void> apply(WatchedPayout watched, PayoutOutcome outcome) {
    PendingPayout payout = watched.payout();
    if (PayoutDecision.of(PayoutStatus.FAILURE, outcome) instanceof Contradiction contradiction) {
      return contradictions.record(payout, contradiction.status(), outcome);
    }
    Duration left = watchFor.minus(watched.settledFor());
    if (outcome instanceof PayoutOutcome.Unknown && left.compareTo(Duration.ZERO) > 0) {
      return leases.postpone(payout.lease(), schedule.waitAfter(payout.calls(), left));
    }
    LOG.infof("%s: watched for %s, nothing was paid", payout, watched.settledFor());
    return leases.end(payout.lease());
  }
}
