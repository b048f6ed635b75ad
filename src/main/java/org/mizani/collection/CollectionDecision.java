package org.mizani.collection;

import java.util.Optional;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Accepted;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Declined;
import org.mizani.rail.CollectionOutcome.Lapsed;
import org.mizani.rail.CollectionOutcome.NotFound;
import org.mizani.rail.CollectionOutcome.Unknown;
import org.mizani.rail.FailureCode;

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
   * @param reason why it was not paid, in the network's words; empty where it said none
   * @param failure why it was not paid; empty for a success
   * @param payment the network's data of the payment, for a success
   */
  record Settle(
      CollectionStatus status,
      Optional<String> reason,
      Optional<FailureCode> failure,
      Optional<Collected> payment)
      implements CollectionDecision {

    /** A payment. */
    static Settle paid(Collected payment) {
      return new Settle(
          CollectionStatus.SUCCESS, Optional.empty(), Optional.empty(), Optional.of(payment));
    }

    /** An end without a payment, and without words of the network. */
    static Settle unpaid(CollectionStatus status, FailureCode failure) {
      return new Settle(status, Optional.empty(), Optional.of(failure), Optional.empty());
    }

    /** An end without a payment, in the network's words. */
    static Settle of(Declined declined) {
      return new Settle(
          CollectionStatus.FAILURE,
          Optional.of(declined.reason()),
          Optional.of(declined.code()),
          Optional.empty());
    }
  }

  /**
   * The outcome is unknown: the rail is polled again later.
   *
   * @param networkId the id under which the network acknowledged this call, if it did
   */
  record PollAgain(String why, Optional<String> networkId) implements CollectionDecision {

    PollAgain(String why) {
      this(why, Optional.empty());
    }
  }

  /** The collection has ended, and the answer bears it out. */
  record Nothing() implements CollectionDecision {}

  /** The answer contradicts a success: refused, and flagged for operators. */
  record Discrepancy(CollectionStatus status) implements CollectionDecision {}

  /** The decision that ends a collection without an answer in time. */
  static Settle expiry() {
    return Settle.unpaid(CollectionStatus.CANCELLED, FailureCode.EXPIRED);
  }

  /**
   * Decides for a collection in this status when the rail gives this answer.
   *
   * @throws IllegalArgumentException if it is no answer: only a definite one ends a collection
   */
  static CollectionDecision of(CollectionStatus status, CollectionOutcome outcome) {
    if (outcome instanceof Collected payment) {
      return status == CollectionStatus.SUCCESS ? new Nothing() : Settle.paid(payment);
    }
    if (outcome instanceof Declined declined) {
      return refused(status, Settle.of(declined));
    }
    if (outcome instanceof Lapsed) {
      return refused(status, expiry());
    }
    if (outcome instanceof Unknown unknown) {
      return new PollAgain(unknown.why());
    }
    if (outcome instanceof Accepted accepted) {
      return new PollAgain("accepted", accepted.networkId());
    }
    if (outcome instanceof NotFound) {
      return new PollAgain("not found");
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
}
