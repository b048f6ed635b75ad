package org.mizani.collection;

import java.util.Optional;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Declined;
import org.mizani.rail.CollectionOutcome.Lapsed;
import org.mizani.rail.CollectionOutcome.Unknown;

/** What a rail's answer means for a collection. Pure: applied all of it or nothing. */
sealed interface CollectionDecision {

  /**
   * The collection becomes final, with its webhook. A success credits the wallet, and does so even
   * where the collection has ended otherwise meanwhile: money that a customer has paid is never
   * lost. It is flagged then, and its status stays as it is.
   *
   * @param payment what the network says of the payment, for a success
   */
  record Settle(CollectionStatus status, String message, Optional<Collected> payment)
      implements CollectionDecision {}

  /** Nothing is known yet: ask again later. */
  record LookAgain(String why) implements CollectionDecision {}

  /** It has ended, and nothing can come after this answer. */
  record Nothing() implements CollectionDecision {}

  /** The answer contradicts a success: refused, and somebody must look into it. */
  record Contradiction(CollectionStatus status) implements CollectionDecision {}

  /** The decision that ends a collection without an answer in time. */
  static Settle expiry() {
    return new Settle(CollectionStatus.CANCELLED, StatusMessages.EXPIRED, Optional.empty());
  }

  /**
   * Decides for a collection in this status when the rail answers this.
   *
   * @throws IllegalArgumentException for what is no answer: only a definite one ends anything
   */
  static CollectionDecision of(CollectionStatus status, CollectionOutcome outcome) {
    if (outcome instanceof Collected payment) {
      return status == CollectionStatus.SUCCESS ? new Nothing() : success(payment);
    }
    if (outcome instanceof Declined declined) {
      return refused(
          status, new Settle(CollectionStatus.FAILURE, declined.reason(), Optional.empty()));
    }
    if (outcome instanceof Lapsed) {
      return refused(status, expiry());
    }
    if (outcome instanceof Unknown unknown) {
      return status == CollectionStatus.SUCCESS ? new Nothing() : new LookAgain(unknown.why());
    }
    throw new IllegalArgumentException("no answer of a rail: " + outcome);
  }

  private static CollectionDecision refused(CollectionStatus status, Settle end) {
    return switch (status) {
      case PENDING -> end;
      case SUCCESS -> new Contradiction(status);
      case FAILURE, CANCELLED -> new Nothing();
    };
  }

  private static Settle success(Collected payment) {
    return new Settle(CollectionStatus.SUCCESS, StatusMessages.SUCCESS, Optional.of(payment));
  }
}
