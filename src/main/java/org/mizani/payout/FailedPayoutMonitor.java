package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.payout.PayoutDecision.Discrepancy;
import org.mizani.payout.PayoutLeases.FailedPayout;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailAway;
import org.mizani.rail.RailGuard;
import org.mizani.work.LeasedWork;
import org.mizani.work.PollSchedule;

/**
 * Monitor of payouts that failed by hand: asks their rails whether they have paid after all, since
 * a payout submitted before may still reach the recipient. It never submits and changes no status.
 */
@Singleton
final class FailedPayoutMonitor extends LeasedWork<FailedPayout> {

  private static final Logger LOG = Logger.getLogger(FailedPayoutMonitor.class);

  private final PayoutLeases payoutLeases;
  private final RailGuard<PayoutRail, PayoutOutcome> guard;
  private final PayoutSettlement settlement;
  private final PollSchedule schedule;
  private final Duration railTimeout;
  private final Duration watchFor;

  FailedPayoutMonitor(
      Database database,
      PayoutLeases payoutLeases,
      RailGuard<PayoutRail, PayoutOutcome> guard,
      PayoutSettlement settlement,
      PayoutConfig config) {
    super(
        "Watching failed payouts",
        PayoutLeases.leasesOfFailed(database, config),
        config.settlement());
    this.payoutLeases = payoutLeases;
    this.guard = guard;
    this.settlement = settlement;
    this.schedule = config.settlement().polls();
    this.railTimeout = config.settlement().railTimeout();
    this.watchFor = config.settlement().watchFailedByHandFor();
    if (watchFor.isNegative()) {
      throw new IllegalArgumentException(
          "payments.payout.settlement.watch-failed-by-hand-for must not be negative.");
    }
  }

  @Override
  protected Uni<List<FailedPayout>> claim(int most, Duration lease) {
    return payoutLeases.claimFailed(most, lease);
  }

  @Override
  protected Uni<Void> workOn(FailedPayout failed) {
    PendingPayout payout = failed.payout();
    return payout
        .instruction()
        .map(
            instruction ->
                guard.call(payout.rail(), rail -> rail.inquire(instruction), railTimeout))
        .orElseGet(() -> unknown("its recipient cannot be read"))
        .onFailure(RailAway.class)
        .recoverWithUni(() -> unknown("the rail is away"))
        .chain(outcome -> apply(failed, outcome));
  }

  private static Uni<PayoutOutcome> unknown(String why) {
    return Uni.createFrom().item(new PayoutOutcome.Unknown(why));
  }

  private Uni<Void> apply(FailedPayout failed, PayoutOutcome outcome) {
    PendingPayout payout = failed.payout();
    if (PayoutDecision.of(PayoutStatus.FAILURE, outcome) instanceof Discrepancy discrepancy) {
      return settlement.recordDiscrepancy(payout, discrepancy.status(), outcome);
    }
    Duration left = watchFor.minus(failed.failedFor());
    if (outcome instanceof PayoutOutcome.Unknown && left.compareTo(Duration.ZERO) > 0) {
      return leases.postpone(payout.lease(), schedule.waitAfter(payout.calls(), left));
    }
    LOG.infof("%s: watched for %s, nothing was paid", payout, failed.failedFor());
    return leases.end(payout.lease());
  }
}
