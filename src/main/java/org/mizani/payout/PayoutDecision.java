package org.mizani.payout;

import org.mizani.rail.PayoutOutcome;

/** What a rail's answer means for a payout. Pure: whoever applies it saves all of it or nothing. */
sealed interface PayoutDecision {

  /** The payout becomes final: its hold ends and its webhook is written, together. */
  record Settle(PayoutStatus status, String reason) implements PayoutDecision {}

  /** Nothing is known yet: ask again later. */
  record LookAgain(String why) implements PayoutDecision {}

  /** The answer repeats what is known already. */
  record Nothing() implements PayoutDecision {}

  /** The answer contradicts a final status: refused, and somebody must look into it. */
  record Contradiction(PayoutStatus status) implements PayoutDecision {}

  /**
   * Decides for a payout in this status when the rail answers this.
   *
   * @throws IllegalArgumentException for what is no answer: only a definite one ever moves money
   */
  static PayoutDecision of(PayoutStatus status, PayoutOutcome outcome) {
    if (outcome instanceof PayoutOutcome.Unknown unknown) {
      return status.isFinal() ? new Nothing() : new LookAgain(unknown.why());
    }
    if (outcome instanceof PayoutOutcome.Paid) {
      return told(status, PayoutStatus.SUCCESS, null);
    }
    if (outcome instanceof PayoutOutcome.Failed failed) {
      return told(status, PayoutStatus.FAILURE, failed.reason());
    }
    throw new IllegalArgumentException("no answer of a rail: " + outcome);
  }

  private static PayoutDecision told(PayoutStatus status, PayoutStatus told, String reason) {
    if (status.isFinal()) {
      return status == told ? new Nothing() : new Contradiction(status);
    }
    return new Settle(told, reason);
  }
}
