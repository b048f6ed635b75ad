package org.mizani.collection;

import java.util.Optional;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Declined;
import org.mizani.rail.CollectionOutcome.Lapsed;
import org.mizani.rail.CollectionOutcome.Unknown;

/**
 * Decision about a collection, made from a rail's answer. Pure: it is applied in whole or not at
 * all.
 */
sealed interface CollectionDecision {

  /**
   * The collection becomes final, with its webhook. A success credits the wallet even if the
   * collection has ended otherwise in the meantime, because money that a customer has paid is never
   * lost. It is flagged then, and its status stays as it is.
   *
   * @param payment the network's data of the payment, for a success
   */
  record Settle(CollectionStatus status, String message, Optional<Collected> payment)
      implements CollectionDecision {}

  /** The outcome is unknown: the rail is polled again later. */
  record PollAgain(String why) implements CollectionDecision {}

  /** The collection has ended, and no payment can come after this answer. */
  record Nothing() implements CollectionDecision {}

  /** The answer contradicts a success: refused, and flagged for operators. */
  record Discrepancy(CollectionStatus status) implements CollectionDecision {}

  /** The decision that ends a collection without an answer in time. */
  static Settle expiry() {
    return new Settle(CollectionStatus.CANCELLED, "collection expired", Optional.empty());
  }

  /**
   * Decides for a collection in this status when the rail gives this answer.
   *
   * @throws IllegalArgumentException if it is no answer: only a definite one ends a collection
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
      return status == CollectionStatus.SUCCESS ? new Nothing() : new PollAgain(unknown.why());
    }
    throw new IllegalArgumentException("no answer of a rail: " + outcome);
  }

  private static CollectionDecision refused(CollectionStatus status, Settle end) {
    return switch (status) {
      case PENDING -> end;
      case SUCCESS -> new Discrepancy(status);
      case FAILURE, CANCELLED -> new Nothing();
    };
  }

  private static Settle success(Collected payment) {
    CollectionStatus success = CollectionStatus.SUCCESS;
    return new Settle(success, success.message(), Optional.of(payment));
  }
}
