package org.mizani.rail;

/** What a rail says of an instruction. Only the two definite answers ever move money. */
public sealed interface PayoutOutcome {

  /** The recipient has the money. */
  record Paid() implements PayoutOutcome {}

  /**
   * The recipient does not have the money and will not get it by this instruction.
   *
   * @param reason in the rail's words, as far as they can be stored: what a network sends must not
   *     keep a payout from being settled
   */
  record Failed(String reason) implements PayoutOutcome {

    public Failed {
      reason = Reason.storable(reason);
    }
  }

  /**
   * Neither is known: still under way, timed out, unreachable, unreadable. Never a failure.
   *
   * @param why for the log, without personal data
   */
  record Unknown(String why) implements PayoutOutcome {}
}
