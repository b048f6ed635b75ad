package org.mizani.payout;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;
import org.mizani.database.OutageNotice;
import org.mizani.payout.PayoutSettlement.Settlement;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailOutcome;
import org.mizani.rail.RailRouter;
import org.mizani.retry.LookSchedule;

/**
 * Brings pending payouts to their end: instructs the rail, decides by its answer, applies the
 * decision. The pod that created a payout takes it on at once; the schedule is for what was left
 * over: unknown outcomes, dead pods, more than this pod could carry.
 *
 * <p>A payout is submitted once, at the first look; every later look asks what became of it, under
 * the same reference. Whatever is no definite answer is unknown, and only a definite answer moves
 * money (decisions, "Payouts").
 */
@Singleton
final class PayoutSettler {

  private static final Logger LOG = Logger.getLogger(PayoutSettler.class);

  private final PayoutClaims claims;
  private final OutageNotice outage = new OutageNotice(LOG, "The settler");
  private final PayoutSettlement settlement;
  private final PayoutPostponement postponement;
  private final PayoutWebhook webhooks;
  private final RailRouter rails;
  private final PayoutConfig.Settlement config;
  private final LookSchedule schedule;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final Set<UUID> leased = ConcurrentHashMap.newKeySet();
  private volatile boolean stopping;

  PayoutSettler(
      PayoutClaims claims,
      PayoutSettlement settlement,
      PayoutPostponement postponement,
      PayoutWebhook webhooks,
      RailRouter rails,
      PayoutConfig config) {
    this.claims = claims;
    this.settlement = settlement;
    this.postponement = postponement;
    this.webhooks = webhooks;
    this.rails = rails;
    this.config = config.settlement();
    this.schedule = new LookSchedule(this.config.lookAgainAfter());
  }

  /**
   * Reserves a place for a payout that is about to be created; false where this pod carries enough.
   */
  boolean reserve() {
    if (stopping || inFlight.incrementAndGet() > config.maxInFlight()) {
      inFlight.decrementAndGet();
      return false;
    }
    return true;
  }

  /** The payout of a reservation was not created. */
  void giveBackReservation() {
    inFlight.decrementAndGet();
  }

  /** Takes on a payout that has a reservation and a lease. */
  void takeOn(PendingPayout payout) {
    leased.add(payout.serviceReference());
    Uni<Void> work = stopping ? leaveToOthers(payout) : work(payout);
    work.onFailure()
        .invoke(failure -> LOG.warnf("%s left to its lease: %s", payout, failure.toString()))
        .onTermination()
        .invoke(
            () -> {
              leased.remove(payout.serviceReference());
              inFlight.decrementAndGet();
            })
        .subscribe()
        .with(done -> {}, failure -> {});
  }

  @Scheduled(
      every = "${payments.payout.settlement.every}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> takeOnDuePayouts() {
    int free = Math.min(config.maxClaim(), config.maxInFlight() - inFlight.get());
    if (stopping || free <= 0) {
      return Uni.createFrom().voidItem();
    }
    return claims
        .claim(free, config.lease())
        .invoke(outage::over)
        .invoke(this::takeOnClaimed)
        .chain(claimed -> claimed.size() == free ? takeOnDuePayouts() : nothingMore())
        .onFailure()
        .invoke(outage::met)
        .onFailure()
        .recoverWithNull();
  }

  private static Uni<Void> nothingMore() {
    return Uni.createFrom().voidItem();
  }

  private void takeOnClaimed(List<PendingPayout> claimed) {
    inFlight.addAndGet(claimed.size());
    claimed.forEach(this::takeOn);
  }

  /** One that was still being created when the leases were given back. */
  private Uni<Void> leaveToOthers(PendingPayout payout) {
    return postponement.postpone(payout.serviceReference(), Duration.ZERO);
  }

  private Uni<Void> work(PendingPayout payout) {
    return instruct(payout).chain(outcome -> apply(payout, outcome, PayoutStatus.PENDING));
  }

  private Uni<RailOutcome> instruct(PendingPayout payout) {
    return rails
        .payoutRailNamed(payout.rail())
        .map(rail -> call(rail, payout))
        .orElseGet(() -> unknown("rail " + payout.rail() + " is not connected"));
  }

  private Uni<RailOutcome> call(PayoutRail rail, PendingPayout payout) {
    return Uni.createFrom()
        .deferred(
            () ->
                payout.isFirstLook()
                    ? rail.submit(payout.instruction())
                    : rail.ask(payout.instruction()))
        .ifNoItem()
        .after(config.railTimeout())
        .recoverWithUni(() -> unknown("no answer within " + config.railTimeout()))
        .onFailure()
        .recoverWithUni(failure -> unknown(failure.getClass().getSimpleName()));
  }

  private static Uni<RailOutcome> unknown(String why) {
    return Uni.createFrom().item(new RailOutcome.Unknown(why));
  }

  private Uni<Void> apply(PendingPayout payout, RailOutcome outcome, PayoutStatus status) {
    PayoutDecision decision = PayoutDecision.of(status, outcome);
    if (decision instanceof PayoutDecision.Settle settle) {
      return settle(payout, outcome, settle);
    }
    if (decision instanceof PayoutDecision.LookAgain again) {
      LOG.debugf("%s: outcome unknown: %s", payout, again.why());
      return postponement.postpone(payout.serviceReference(), schedule.waitAfter(payout.looks()));
    }
    if (decision instanceof PayoutDecision.Contradiction contradiction) {
      LOG.errorf(
          "%s is %s, but rail %s now answers %s: look into it",
          payout, contradiction.status(), payout.rail(), outcome);
    }
    return Uni.createFrom().voidItem();
  }

  private Uni<Void> settle(
      PendingPayout payout, RailOutcome outcome, PayoutDecision.Settle decision) {
    return settlement
        .apply(
            new Settlement(
                payout.serviceReference(),
                decision.status(),
                decision.reason(),
                webhooks.of(payout, decision.status())))
        .chain(applied -> applied ? nothingMore() : alreadyFinal(payout, outcome));
  }

  /** Somebody else made it final in the meantime: does it agree? */
  private Uni<Void> alreadyFinal(PendingPayout payout, RailOutcome outcome) {
    return settlement
        .statusOf(payout.serviceReference())
        .chain(status -> status.isFinal() ? apply(payout, outcome, status) : nothingMore());
  }

  /**
   * Gives all leases back at once, before the database goes: whoever takes over asks the rail, so
   * there is no answer worth waiting for.
   */
  void stop(@Observes @Priority(1) ShutdownEvent event) {
    stopping = true;
    giveBack(Set.copyOf(leased));
  }

  private void giveBack(Set<UUID> left) {
    if (left.isEmpty()) {
      return;
    }
    try {
      claims
          .postpone(left, Collections.nCopies(left.size(), Duration.ZERO))
          .await()
          .atMost(config.shutdownTimeout());
    } catch (RuntimeException e) {
      LOG.warnf("%d leases not given back, they end by themselves: %s", left.size(), e);
    }
  }
}
