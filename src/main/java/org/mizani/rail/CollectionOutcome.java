package org.mizani.rail;

import java.util.Optional;
import org.mizani.rail.PayoutOutcome.Failed;

/** Outcome of a collection by its rail. Only a definite one ends a collection. */
public sealed interface CollectionOutcome {

  /**
   * The customer has paid.
   *
   * @param paymentReference the network's own reference of the payment
   * @param provider the customer's network, if the rail knows better than the number's prefix
   */
  record Collected(String paymentReference, Optional<String> provider)
      implements CollectionOutcome {

    public Collected {
      paymentReference = Failed.storable(paymentReference);
      provider = provider.map(Failed::storable);
    }
  }

  /**
   * The customer declined, or the network could not ask; the customer will not be charged.
   *
   * @param reason in the rail's words, for the partner to read
   */
  record Declined(String reason) implements CollectionOutcome {

    public Declined {
      reason = Failed.storable(reason);
    }
  }

  /** The prompt lapsed at the network and cannot be approved any more. */
  record Lapsed() implements CollectionOutcome {}

  /**
   * No definite outcome is known. It is not a failure.
   *
   * @param why for the log, without personal data
   */
  record Unknown(String why) implements CollectionOutcome {}
}
