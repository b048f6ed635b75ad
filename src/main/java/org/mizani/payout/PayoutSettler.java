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
import org.mizani.payout.PayoutSettlement.Settlement;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailAway;
import org.mizani.rail.RailGuard;
import org.mizani.work.Lease;
import org.mizani.work.LeasedWork;
import org.mizani.work.Leases;
import org.mizani.work.PollSchedule;

/**
 * Brings pending payouts to their end: instructs the rail, decides by its answer, applies the
 * decision. The pod that created a payout takes it on at once; the schedule is for what was left
 * over: unknown outcomes, dead pods, more than this pod could carry.
 *
 * <p>A payout is submitted once, at the first call of its rail; every later one asks what became of
 * it, under the same reference. Whatever is no definite answer is unknown, and only a definite
 * answer moves money (decisions, "Payouts"). While its rail is away a payout waits, whether it was
 * submitted or not; so does one whose recipient cannot be read, as long as that is so.
 */
@Singleton
final class PayoutSettler implements LeasedWork.Task<PendingPayout> {

  static final String TABLE = "payout";

  private static final Logger LOG = Logger.getLogger(PayoutSettler.class);

  private final PayoutClaims claims;
  private final PayoutSettlement settlement;
  private final Leases leases;
  private final LeasedWork<PendingPayout> work;
  private final PayoutWebhook webhooks;
  private final RailGuard<PayoutRail, PayoutOutcome> guard;
  private final Discrepancies contradictions;
  private final PollSchedule schedule;
  private final Duration whileUnreadable;
  private final Duration railTimeout;

  PayoutSettler(
      PayoutClaims claims,
      PayoutSettlement settlement,
      Database database,
      PayoutWebhook webhooks,
      RailGuard<PayoutRail, PayoutOutcome> guard,
      Discrepancies contradictions,
      PayoutConfig config) {
    config.settlement().requireRoomFor(config.settlement().railTimeout());
    this.claims = claims;
    this.settlement = settlement;
    this.leases = new Leases(database, TABLE, config.settlement().apply());
    this.work = new LeasedWork<>("Settling payouts", this, leases, config.settlement());
    this.webhooks = webhooks;
    this.guard = guard;
    this.contradictions = contradictions;
    this.schedule = new PollSchedule(config.settlement().lookAgainAfter());
    this.whileUnreadable = config.settlement().lease();
    this.railTimeout = config.settlement().railTimeout();
  }

  /** See {@link LeasedWork#reserve()}. */
  boolean reserve() {
    return work.reserve();
  }

  /** The payout of a reservation was not created. */
  void giveBackReservation() {
    work.giveBackReservation();
  }

  /** Takes on a payout that has a reservation and a lease. */
  void takeOn(PendingPayout payout) {
    work.takeOn(payout);
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
  public Uni<List<PendingPayout>> claim(int most, Duration lease) {
    return claims.claim(most, lease);
  }

  @Override
  public Lease leaseOf(PendingPayout payout) {
    return payout.lease();
  }

  @Override
  public Uni<Void> workOn(PendingPayout payout) {
    return payout
        .instruction()
        .map(instruction -> workOn(payout, instruction))
        .orElseGet(() -> leases.putOff(payout.lease(), whileUnreadable));
  }

  private Uni<Void> workOn(PendingPayout payout, PayoutInstruction instruction) {
    return guard
        .call(
            payout.rail(),
            rail -> payout.isUnsubmitted() ? rail.submit(instruction) : rail.ask(instruction),
            railTimeout)
        .chain(outcome -> apply(payout, outcome, PayoutStatus.PENDING))
        .onFailure(RailAway.class)
        .recoverWithUni(away -> putOff(payout, away.retryAfter()));
  }

  /**
   * Its rail was not called: the next look does what this one was for. One that would wait for an
   * answer longer than for the rail does so.
   */
  private Uni<Void> putOff(PendingPayout payout, Duration retryAfter) {
    Duration usual = schedule.waitAfter(payout.calls());
    boolean waitsLonger = !payout.isUnsubmitted() && usual.compareTo(retryAfter) > 0;
    return leases.putOff(payout.lease(), waitsLonger ? usual : retryAfter);
  }

  private Uni<Void> apply(PendingPayout payout, PayoutOutcome outcome, PayoutStatus status) {
    PayoutDecision decision = PayoutDecision.of(status, outcome);
    if (decision instanceof PayoutDecision.Settle settle) {
      return settle(payout, outcome, settle);
    }
    if (decision instanceof PayoutDecision.LookAgain again) {
      LOG.debugf("%s: outcome unknown: %s", payout, again.why());
      return leases.postpone(payout.lease(), schedule.waitAfter(payout.calls()));
    }
    if (decision instanceof PayoutDecision.Contradiction contradiction) {
      return contradictions.record(payout, contradiction.status(), outcome);
    }
    return Uni.createFrom().voidItem();
  }

  private Uni<Void> settle(
      PendingPayout payout, PayoutOutcome outcome, PayoutDecision.Settle decision) {
    return settlement
        .apply(
            new Settlement(
                payout.serviceReference(),
                decision.status(),
                decision.reason(),
                webhooks.of(payout, decision.status())))
        .chain(applied -> applied ? Uni.createFrom().voidItem() : alreadyFinal(payout, outcome));
  }

  /** Somebody else made it final in the meantime: does it agree? */
  private Uni<Void> alreadyFinal(PendingPayout payout, PayoutOutcome outcome) {
    return settlement
        .statusOf(payout.serviceReference())
        .chain(
            status ->
                status.isFinal() ? apply(payout, outcome, status) : Uni.createFrom().voidItem());
  }
}
