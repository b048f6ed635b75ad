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

  /** Decides for a collection in this status when the rail answers this. */
  static CollectionDecision of(CollectionStatus status, CollectionOutcome outcome) {
    return switch (status) {
      case PENDING -> ofPending(outcome);
      case SUCCESS -> ofSuccess(outcome);
      case FAILURE, CANCELLED -> ofEnded(outcome);
    };
  }

  private static CollectionDecision ofPending(CollectionOutcome outcome) {
    if (outcome instanceof Collected payment) {
      return success(payment);
    }
    if (outcome instanceof Declined declined) {
      return new Settle(CollectionStatus.FAILURE, declined.reason(), Optional.empty());
    }
    return outcome instanceof Unknown unknown ? new LookAgain(unknown.why()) : expiry();
  }

  private static CollectionDecision ofSuccess(CollectionOutcome outcome) {
    return outcome instanceof Declined || outcome instanceof Lapsed
        ? new Contradiction(CollectionStatus.SUCCESS)
        : new Nothing();
  }

  private static CollectionDecision ofEnded(CollectionOutcome outcome) {
    if (outcome instanceof Collected payment) {
      return success(payment);
    }
    return outcome instanceof Unknown unknown ? new LookAgain(unknown.why()) : new Nothing();
  }

  private static Settle success(Collected payment) {
    return new Settle(CollectionStatus.SUCCESS, StatusMessages.SUCCESS, Optional.of(payment));
  }
}
