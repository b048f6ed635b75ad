package org.mizani.rail;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.mizani.money.Money;

/** Outcome of a payout by its rail. Only the three definite ones move money. */
public sealed interface PayoutOutcome {

  /** The id under which the network acknowledged this call, if it did. */
  default Optional<String> networkId() {
    return Optional.empty();
  }

  /**
   * The recipient has the money.
   *
   * @param receipt the number that the recipient sees, if the network tells one
   * @param networkReference the network's own reference, if it tells one
   * @param amount that was paid, if the network tells it
   * @param askAgainAfter the wait until the network is asked whether the payment came back; empty
   *     if it tells no more
   */
  record Paid(
      Optional<String> receipt,
      Optional<String> networkReference,
      Optional<Money> amount,
      Optional<Duration> askAgainAfter)
      implements PayoutOutcome {

    public Paid {
      receipt = receipt.map(Failed::storable);
      networkReference = networkReference.map(Failed::storable);
    }

    /** By a network that is not asked about it any more. */
    public Paid(
        Optional<String> receipt, Optional<String> networkReference, Optional<Money> amount) {
      this(receipt, networkReference, amount, Optional.empty());
    }

    /** By a network that does not tell the amount. */
    public Paid(Optional<String> receipt, Optional<String> networkReference) {
      this(receipt, networkReference, Optional.empty());
    }

    /** By a network that tells none of it. */
    public Paid() {
      this(Optional.empty(), Optional.empty());
    }
  }

  /**
   * The recipient does not have the money and will not get it by this instruction.
   *
   * @param code why
   * @param reason in the rail's words, as far as they can be stored
   * @param networkReference the network's own reference, if it tells one
   */
  record Failed(FailureCode code, String reason, Optional<String> networkReference)
      implements PayoutOutcome {

    private static final int LONGEST = 200;
    private static final Pattern UNSTORABLE = Pattern.compile("[\\p{Cntrl}\\p{Cs}]");

    public Failed {
      reason = storable(reason);
      networkReference = networkReference.map(Failed::storable);
    }

    /** By a network that tells no reference. */
    public Failed(FailureCode code, String reason) {
      this(code, reason, Optional.empty());
    }

    /** A network's words as the database takes them, so that they cannot keep it from settling. */
    static String storable(String words) {
      String storable = UNSTORABLE.matcher(words).replaceAll(" ");
      int longest = Math.min(storable.codePointCount(0, storable.length()), LONGEST);
      return storable.substring(0, storable.offsetByCodePoints(0, longest));
    }
  }

  /**
   * The recipient had the money, and the service has it back: it is in its account at the network
   * (ADR 16). That a return was asked for, begun or refused is {@link Unknown}.
   *
   * @param reference the network's own of the return, of 1 to 100 characters: the same whenever it
   *     tells of this return, and of no other
   * @param amount that came back, in the receiver's currency
   */
  record Returned(String reference, Money amount) implements PayoutOutcome {

    private static final int LONGEST = 100;

    /**
     * @throws IllegalArgumentException if the reference cannot be stored, or nothing came back
     */
    public Returned {
      reference = Failed.storable(reference).strip();
      if (reference.isEmpty() || reference.length() > LONGEST || amount.minor() <= 0) {
        throw new IllegalArgumentException("no return");
      }
    }
  }

  /**
   * The network has the payout, and has not decided yet.
   *
   * @param networkId the network's id of this instruction or question: later words of the network
   *     name it, so it is stored before anything else happens
   */
  record Accepted(Optional<String> networkId) implements PayoutOutcome {

    public Accepted {
      networkId = networkId.map(Failed::storable);
    }
  }

  /** The network says that it does not have the payout. A submission may still be on its way. */
  record NotFound() implements PayoutOutcome {}

  /**
   * Neither is known: still under way, timed out, unreachable or unreadable. It is not a failure.
   *
   * @param why for the log, without personal data
   */
  record Unknown(String why) implements PayoutOutcome {}
}
