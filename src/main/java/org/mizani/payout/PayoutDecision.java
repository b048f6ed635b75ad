package org.mizani.payout;

import java.time.Duration;
import java.util.Optional;
import org.mizani.money.Money;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutOutcome.Failed;
import org.mizani.rail.PayoutOutcome.Paid;
import org.mizani.rail.PayoutOutcome.Returned;

/**
 * Decision about a payout, made from a rail's answer. Pure: it is applied in whole or not at all.
 */
sealed interface PayoutDecision {

  /**
   * The payout becomes final: its hold ends and its webhook is written, together.
   *
   * @param status a final one
   * @param failure why it failed; empty after a success
   * @param reason the same in the words of its source
   * @param receipt the number that the recipient sees, if the network told one
   * @param networkReference the network's own reference, if it told one
   * @param amount that the recipient was paid, if the network told it
   * @param askAgainAfter the wait until the rail is asked whether it came back, if it may
   */
  record Settle(
      PayoutStatus status,
      Optional<FailureCode> failure,
      Optional<String> reason,
      Optional<String> receipt,
      Optional<String> networkReference,
      Optional<Money> amount,
      Optional<Duration> askAgainAfter)
      implements PayoutDecision {

    static Settle of(Paid paid) {
      return new Settle(
          PayoutStatus.SUCCESS,
          Optional.empty(),
          Optional.empty(),
          paid.receipt(),
          paid.networkReference(),
          paid.amount(),
          paid.askAgainAfter());
    }

    static Settle of(Failed failed) {
      return new Settle(
          PayoutStatus.FAILURE,
          Optional.of(failed.code()),
          Optional.of(failed.reason()),
          Optional.empty(),
          failed.networkReference(),
          Optional.empty(),
          Optional.empty());
    }

    /** The hold goes back: no success was told to the partner. */
    static Settle of(Returned returned) {
      return of(
          new Failed(
              FailureCode.CANCELLED, "paid and returned", Optional.of(returned.reference())));
    }

    /** By an operator, whose reason is kept with a failure. */
    static Settle byHand(PayoutStatus status, String reason) {
      boolean failed = status == PayoutStatus.FAILURE;
      return new Settle(
          status,
          failed ? Optional.of(FailureCode.UNSPECIFIED) : Optional.empty(),
          failed ? Optional.of(reason) : Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }
  }

  /**
   * Condition and consequence of an operator's decision.
   *
   * @param polls the number of the operator's lease: the decision has no effect once a pod has
   *     begun another poll, which may submit the payout
   * @param watchAfter the wait until the rail is asked whether it says the contrary; empty if it is
   *     not to be asked
   */
  record ByHand(int polls, Optional<Duration> watchAfter) {}

  /**
   * The outcome is unknown: the rail is polled again later.
   *
   * @param networkId the id under which the network acknowledged this call, if it did
   */
  record PollAgain(String why, Optional<String> networkId) implements PayoutDecision {

    PollAgain(String why) {
      this(why, Optional.empty());
    }
  }

  /** The answer agrees with the final status. */
  record Nothing() implements PayoutDecision {}

  /** The money of a success came back: it is returned to the wallet, once (ADR 16). */
  record Return(Returned returned) implements PayoutDecision {}

  /** The answer contradicts the final status: refused, and flagged for operators. */
  record Discrepancy(PayoutStatus status) implements PayoutDecision {}

  /**
   * Decides for a payout in this status when the rail gives this answer.
   *
   * @throws IllegalArgumentException if it is no answer: only a definite one ever moves money
   */
  static PayoutDecision of(PayoutStatus status, PayoutOutcome outcome) {
    if (outcome instanceof PayoutOutcome.Unknown unknown) {
      return status.isFinal() ? new Nothing() : new PollAgain(unknown.why());
    }
    if (outcome instanceof PayoutOutcome.Accepted accepted) {
      return status.isFinal() ? new Nothing() : new PollAgain("accepted", accepted.networkId());
    }
    if (outcome instanceof PayoutOutcome.NotFound) {
      return status.isFinal() ? new Nothing() : new PollAgain("not found");
    }
    if (outcome instanceof Paid paid) {
      return definite(status, Settle.of(paid));
    }
    if (outcome instanceof Failed failed) {
      return definite(status, Settle.of(failed));
    }
    if (outcome instanceof Returned returned) {
      return status == PayoutStatus.SUCCESS
          ? new Return(returned)
          : definite(status, Settle.of(returned));
    }
    throw new IllegalArgumentException("no answer of a rail: " + outcome);
  }

  private static PayoutDecision definite(PayoutStatus status, Settle end) {
    if (status.isFinal()) {
      return status == end.status() ? new Nothing() : new Discrepancy(status);
    }
    return end;
  }
}
