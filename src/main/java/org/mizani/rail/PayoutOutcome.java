package org.mizani.rail;

/** Outcome of a payout by its rail. Only the two definite ones move money. */
public sealed interface PayoutOutcome {

  /** The recipient has the money. */
  record Paid() implements PayoutOutcome {}

  /**
   * The recipient does not have the money and will not get it by this instruction.
   *
   * @param reason in the rail's words, as far as they can be stored
   */
  record Failed(String reason) implements PayoutOutcome {

    private static final int LONGEST = 200;

    public Failed {
      reason = storable(reason);
    }

    /** A network's words as the database takes them, so that they cannot keep it from settling. */
    static String storable(String words) {
      String storable = words.replaceAll("[\\p{Cntrl}\\p{Cs}]", " ");
      int longest = Math.min(storable.codePointCount(0, storable.length()), LONGEST);
      return storable.substring(0, storable.offsetByCodePoints(0, longest));
    }
  }

  /**
   * Neither is known: still under way, timed out, unreachable or unreadable. It is not a failure.
   *
   * @param why for the log, without personal data
   */
  record Unknown(String why) implements PayoutOutcome {}
}
