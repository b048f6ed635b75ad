package org.mizani.rail;

/** What a rail says of an instruction. Only the two definite answers ever move money. */
public sealed interface RailOutcome {

  /** The recipient has the money. */
  record Paid() implements RailOutcome {}

  /** The recipient does not have the money and will not get it by this instruction. */
  record Failed(String reason) implements RailOutcome {}

  /**
   * Neither is known: still under way, timed out, unreachable, unreadable. Never a failure.
   *
   * @param why for the log, without personal data
   */
  record Unknown(String why) implements RailOutcome {}
}
