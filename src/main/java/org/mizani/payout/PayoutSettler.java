package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.money.Money;
import org.mizani.payout.PayoutBooking.Settlement;
import org.mizani.payout.PayoutCalls.Answer;
import org.mizani.payout.ScreenedSubmissions.Withheld;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.RailAway;
import org.mizani.rail.callback.PaymentListener;
import org.mizani.rail.guard.RailPauses;
import org.mizani.work.FirstPolls;
import org.mizani.work.LeasedWork;
import org.mizani.work.Waits;

/**
 * Settler of pending payouts: calls the rail, decides by its answer, applies the decision. The pod
 * that created a payout takes it on at once; the ticks claim unknown outcomes, payouts of dead pods
 * and those beyond what a pod could carry.
 *
 * <p>Only a definite answer moves money, any other is unknown (ADR 3). A payout waits while its
 * rail is away, submitted or not, while submissions are held (ADR 22), and while its recipient
 * cannot be read.
 */
@Singleton
final class PayoutSettler extends LeasedWork<PendingPayout> implements PaymentListener {

  private static final Logger LOG = Logger.getLogger(PayoutSettler.class);

  private final PayoutLeases payoutLeases;
  private final PayoutCalls calls;
  private final RailPauses pauses;
  private final PayoutSettlement settlement;
  private final ContradictedPayouts contradicted;
  private final PayoutWebhook webhooks;
  private final FinalPayoutMonitor monitor;
  private final FirstPolls firstPolls;
  private final Duration whileUnreadable;

  PayoutSettler(
      Database database,
      PayoutLeases payoutLeases,
      PayoutCalls calls,
      RailPauses pauses,
      PayoutSettlement settlement,
      ContradictedPayouts contradicted,
      PayoutWebhook webhooks,
      FinalPayoutMonitor monitor,
      PayoutConfig config) {
    super("Settling payouts", PayoutLeases.leases(database, config), config.settlement());
    this.payoutLeases = payoutLeases;
    this.calls = calls;
    this.pauses = pauses;
    this.settlement = settlement;
    this.contradicted = contradicted;
    this.webhooks = webhooks;
    this.monitor = monitor;
    this.firstPolls =
        new FirstPolls(database, PayoutLeases.DUE, leases, config.settlement(), this::isDraining);
    this.whileUnreadable = config.settlement().lease();
  }

  @Override
  public CallbackSubject.Kind kind() {
    return CallbackSubject.Kind.PAYOUT;
  }

  /**
   * Has the monitor look at the payouts that are final. Only now: a payout that was being settled
   * when its word was counted is final since.
   */
  @Override
  protected Uni<Void> reopen(Collection<UUID> ids) {
    return monitor.hear(ids);
  }

  @Override
  public Uni<Void> lookAgain(UUID ended) {
    return monitor.reopen(List.of(ended));
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
        .orElseGet(() -> skip(payout, whileUnreadable));
  }

  private Uni<Void> workOn(PendingPayout payout, PayoutInstruction instruction) {
    return payout.isUnsubmitted()
        ? call(payout, instruction)
        : calls
            .said(payout)
            .chain(word -> word.isPresent() ? apply(payout, word.get()) : ask(payout, instruction));
  }

  private Uni<Void> ask(PendingPayout payout, PayoutInstruction instruction) {
    Duration early = calls.untilAsking(payout);
    return Waits.isOver(early) ? call(payout, instruction) : skip(payout, early);
  }

  private Uni<Void> call(PendingPayout payout, PayoutInstruction instruction) {
    return calls
        .call(
            payout,
            instruction,
            (timeout, call) -> call(payout, timeout, lasts -> call.apply(lasts::getAsBoolean)))
        .chain(answer -> apply(payout, answer))
        .onFailure(RailAway.class)
        .recoverWithUni(away -> awaitRail(payout, away))
        .onFailure(Withheld.class)
        .recoverWithNull();
  }

  /**
   * The rail was not called, so the next poll does the work of this one. A submitted payout whose
   * next poll by the schedule is later than the return of a rail that is away keeps to the
   * schedule.
   */
  private Uni<Void> awaitRail(PendingPayout payout, RailAway away) {
    return skip(
        payout,
        payout.isUnsubmitted() || away.isBusy()
            ? away.retryAfter()
            : Waits.longer(calls.waitAfter(payout.rail(), payout.calls()), away.retryAfter()));
  }

  private Uni<Void> apply(PendingPayout payout, PayoutOutcome outcome) {
    return apply(payout, new Answer(outcome));
  }

  private Uni<Void> apply(PendingPayout payout, Answer answer) {
    PayoutOutcome outcome = answer.outcome();
    PayoutDecision decision = PayoutDecision.of(PayoutStatus.PENDING, understood(payout, outcome));
    if (decision instanceof PayoutDecision.Settle settle) {
      return pauses
          .heed(payout.rail(), outcome, payout.sinceSubmission().orElse(Duration.ZERO))
          .chain(() -> settle(payout, outcome, settle));
    }
    if (decision instanceof PayoutDecision.PollAgain again) {
      LOG.debugf("%s: outcome unknown: %s", payout, again.why());
      return pollAgain(payout, answer, again.networkId());
    }
    return Uni.createFrom().voidItem();
  }

  /** A payment that cannot be the one of this payout is for people: it is no answer. */
  private static PayoutOutcome understood(PendingPayout payout, PayoutOutcome outcome) {
    Optional<Money> foreign = payout.foreignAmount(outcome);
    if (foreign.isEmpty()) {
      return outcome;
    }
    LOG.errorf(
        "%s: rail %s says that it has %s %s for %s: look into it",
        payout,
        payout.rail(),
        outcome instanceof PayoutOutcome.Paid ? "paid" : "returned",
        foreign.get(),
        payout.receiver());
    return new PayoutOutcome.Unknown("paid an amount that cannot be its own");
  }

  /**
   * By the schedule, but not before asking is of use. One that is only held may go as soon as those
   * that were never submitted.
   */
  private Uni<Void> pollAgain(PendingPayout payout, Answer answer, Optional<String> networkId) {
    Duration wait =
        Waits.longer(calls.waitAfter(payout.rail(), payout.calls()), calls.untilAsking(payout));
    boolean accepted = answer.outcome() instanceof PayoutOutcome.Accepted;
    if (accepted && payout.isUnsubmitted() && firstPolls.reserve(wait)) {
      return firstPolls.postpone(
          payout.lease(),
          wait,
          Waits.longer(calls.waitAfter(payout.rail(), payout.calls() + 1), calls.longest(payout)),
          networkId,
          () -> pollFirst(() -> payout.polledAgain(answer.since(), networkId)));
    }
    Duration until = answer.heldFor().map(held -> Waits.shorter(wait, held)).orElse(wait);
    return leases.postpone(payout.lease(), until, networkId);
  }

  /** Under no lease: a pod or an operator that has the payout meanwhile is not disturbed. */
  private Uni<Void> pollFirst(Supplier<PendingPayout> now) {
    PendingPayout payout = now.get();
    return calls
        .ask(payout, payout.instruction().orElseThrow())
        .chain(outcome -> apply(now.get(), outcome))
        .onFailure(RailAway.class)
        .recoverWithNull();
  }

  private Uni<Void> settle(
      PendingPayout payout, PayoutOutcome outcome, PayoutDecision.Settle decision) {
    Settlement end = new Settlement(payout, decision, webhooks.of(payout, decision.status()));
    return settlement
        .apply(end)
        .invoke(applied -> tellOfAnotherAmount(end, applied))
        .chain(applied -> applied ? Uni.createFrom().voidItem() : compare(payout, outcome));
  }

  private static void tellOfAnotherAmount(Settlement end, boolean applied) {
    end.otherAmount()
        .filter(paid -> applied)
        .ifPresent(
            paid ->
                LOG.errorf(
                    "%s of %s: rail %s has paid %s: look into it",
                    end.payout(), end.payout().receiver(), end.payout().rail(), paid));
  }

  /** Compares the outcome with the decision that made the payout final in the meantime. */
  private Uni<Void> compare(PendingPayout payout, PayoutOutcome outcome) {
    return settlement
        .statusOf(payout.serviceReference())
        .chain(
            status ->
                status.isFinal()
                    ? contradicted.compare(payout, status, outcome)
                    : Uni.createFrom().voidItem());
  }
}
