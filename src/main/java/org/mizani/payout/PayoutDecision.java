package org.mizani.payout;

import org.mizani.rail.PayoutOutcome;

/**
 * Decision about a payout, made from a rail's answer. Pure: it is applied in whole or not at all.
 */
sealed interface PayoutDecision {

  /** The payout becomes final: its hold ends and its webhook is written, together. */
  record Settle(PayoutStatus status, String reason) implements PayoutDecision {}

  /** The outcome is unknown: the rail is polled again later. */
  record PollAgain(String why) implements PayoutDecision {}

  /** The answer agrees with the final status. */
  record Nothing() implements PayoutDecision {}

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
    if (outcome instanceof PayoutOutcome.Paid) {
      return definite(status, PayoutStatus.SUCCESS, null);
    }
    if (outcome instanceof PayoutOutcome.Failed failed) {
      return definite(status, PayoutStatus.FAILURE, failed.reason());
    }
    throw new IllegalArgumentException("no answer of a rail: " + outcome);
  }

  private static PayoutDecision definite(PayoutStatus status, PayoutStatus end, String reason) {
    if (status.isFinal()) {
      return status == end ? new Nothing() : new Discrepancy(status);
    }
    return new Settle(end, reason);
  }
}
