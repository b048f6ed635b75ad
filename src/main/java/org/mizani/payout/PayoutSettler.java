package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.payout.PayoutSettlement.Settlement;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailAway;
import org.mizani.rail.RailGuard;
import org.mizani.work.LeasedWork;
import org.mizani.work.PollSchedule;

/**
 * Settler of pending payouts: calls the rail, decides by its answer, applies the decision. The pod
 * that created a payout takes it on at once; the ticks claim unknown outcomes, payouts of dead pods
 * and those beyond what a pod could carry.
 *
 * <p>A payout is submitted once, at the first call of its rail; every later call asks for its
 * outcome, under the same reference. Only a definite answer moves money, any other is unknown (ADR
 * 3). A payout waits while its rail is away, submitted or not, and while its recipient cannot be
 * read.
 */
@Singleton
final class PayoutSettler extends LeasedWork<PendingPayout> {

  private static final Logger LOG = Logger.getLogger(PayoutSettler.class);

  private final PayoutLeases payoutLeases;
  private final RailGuard<PayoutRail, PayoutOutcome> guard;
  private final PayoutSettlement settlement;
  private final PayoutWebhook webhooks;
  private final PollSchedule schedule;
  private final Duration railTimeout;
  private final Duration whileUnreadable;

  PayoutSettler(
      Database database,
      PayoutLeases payoutLeases,
      RailGuard<PayoutRail, PayoutOutcome> guard,
      PayoutSettlement settlement,
      PayoutWebhook webhooks,
      PayoutConfig config) {
    super("Settling payouts", PayoutLeases.leases(database, config), config.settlement());
    this.payoutLeases = payoutLeases;
    this.guard = guard;
    this.settlement = settlement;
    this.webhooks = webhooks;
    this.schedule = config.settlement().polls();
    this.railTimeout = config.settlement().railTimeout();
    this.whileUnreadable = config.settlement().lease();
  }

  @Override
  protected Uni<List<PendingPayout>> claim(int most, Duration lease) {
    return payoutLeases.claim(most, lease);
  }

  @Override
  protected Uni<Void> workOn(PendingPayout payout) {
    return payout
        .instruction()
        .map(instruction -> workOn(payout, instruction))
        .orElseGet(() -> leases.skip(payout.lease(), whileUnreadable));
  }

  private Uni<Void> workOn(PendingPayout payout, PayoutInstruction instruction) {
    return guard
        .call(
            payout.rail(),
            rail -> payout.isUnsubmitted() ? rail.submit(instruction) : rail.ask(instruction),
            railTimeout)
        .chain(outcome -> apply(payout, outcome, PayoutStatus.PENDING))
        .onFailure(RailAway.class)
        .recoverWithUni(away -> skip(payout, away.retryAfter()));
  }

  /**
   * The rail was not called, so the next poll does the work of this one. A submitted payout whose
   * next poll by the schedule is later than the rail's return keeps to the schedule.
   */
  private Uni<Void> skip(PendingPayout payout, Duration retryAfter) {
    Duration usual = schedule.waitAfter(payout.calls());
    boolean waitsLonger = !payout.isUnsubmitted() && usual.compareTo(retryAfter) > 0;
    return leases.skip(payout.lease(), waitsLonger ? usual : retryAfter);
  }

  private Uni<Void> apply(PendingPayout payout, PayoutOutcome outcome, PayoutStatus status) {
    PayoutDecision decision = PayoutDecision.of(status, outcome);
    if (decision instanceof PayoutDecision.Settle settle) {
      return settle(payout, outcome, settle);
    }
    if (decision instanceof PayoutDecision.PollAgain again) {
      LOG.debugf("%s: outcome unknown: %s", payout, again.why());
      return leases.postpone(payout.lease(), schedule.waitAfter(payout.calls()));
    }
    if (decision instanceof PayoutDecision.Discrepancy discrepancy) {
      return settlement.recordDiscrepancy(payout, discrepancy.status(), outcome);
    }
    return Uni.createFrom().voidItem();
  }

  private Uni<Void> settle(
      PendingPayout payout, PayoutOutcome outcome, PayoutDecision.Settle decision) {
    return settlement
        .apply(
            new Settlement(
                payout,
                decision.status(),
                decision.reason(),
                webhooks.of(payout, decision.status())))
        .chain(applied -> applied ? Uni.createFrom().voidItem() : compare(payout, outcome));
  }

  /** Compares the outcome with the decision that made the payout final in the meantime. */
  private Uni<Void> compare(PendingPayout payout, PayoutOutcome outcome) {
    return settlement
        .statusOf(payout.serviceReference())
        .chain(
            status ->
                status.isFinal() ? apply(payout, outcome, status) : Uni.createFrom().voidItem());
  }
}
