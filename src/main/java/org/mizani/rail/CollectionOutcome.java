package org.mizani.rail;

import java.util.Optional;

/** What a rail says of a collection. Only a definite answer ends one. */
public sealed interface CollectionOutcome {

  /**
   * The customer has paid.
   *
   * @param paymentReference the network's own reference of the payment
   * @param provider the customer's network, where the rail knows better than the number's prefix
   */
  record Collected(String paymentReference, Optional<String> provider)
      implements CollectionOutcome {

    public Collected {
      paymentReference = Reason.storable(paymentReference);
      provider = provider.map(Reason::storable);
    }
  }

  /**
   * The customer declined, or the network could not ask; nobody will be charged.
   *
   * @param reason in the rail's words, for the partner to read
   */
  record Declined(String reason) implements CollectionOutcome {

    public Declined {
      reason = Reason.storable(reason);
    }
  }

  /** The network gave the customer up: the prompt lapsed and cannot be approved any more. */
  record Lapsed() implements CollectionOutcome {}

  /**
   * Nothing definite is known. Never a failure.
   *
   * @param why for the log, without personal data
   */
  record Unknown(String why) implements CollectionOutcome {}
}
