package org.mizani.screening;

import java.util.Optional;

/**
 * Verdict on a payout.
 *
 * @param reason in the screening service's words, or why there is no answer of it; maybe about a
 *     person
 * @param answered whether the screening service has given it; else the payout is held for want of
 *     an answer
 */
public record Verdict(Decision decision, Optional<String> reason, boolean answered) {

  /** Decision about a payout. */
  public enum Decision {
    ALLOW,
    HOLD,
    REFUSE
  }

  /** A hold for want of an answer that can be read. */
  static Verdict withoutAnswer(String why) {
    return new Verdict(Decision.HOLD, Optional.of("no decision: " + why), false);
  }

  @Override
  public String toString() {
    return "Verdict[" + decision + "]";
  }
}
