package org.mizani.rail;

import java.util.Optional;
import org.mizani.money.Money;
import org.mizani.rail.PayoutOutcome.Failed;

/** Outcome of a collection by its rail. Only a definite one ends a collection. */
public sealed interface CollectionOutcome {

  /**
   * The customer has paid.
   *
   * @param paymentReference the network's own reference of the payment
   * @param provider the customer's network, if the rail knows better than the number's prefix
   * @param amount that the customer has paid, if the network tells it: another amount than the
   *     collection's is credited as it was paid
   */
  record Collected(String paymentReference, Optional<String> provider, Optional<Money> amount)
      implements CollectionOutcome {

    public Collected {
      paymentReference = Failed.storable(paymentReference);
      provider = provider.map(Failed::storable);
    }

    /** By a network that does not tell the amount. */
    public Collected(String paymentReference, Optional<String> provider) {
      this(paymentReference, provider, Optional.empty());
    }
  }

  /**
   * The customer declined, or the network could not ask; the customer will not be charged.
   *
   * @param code why
   * @param reason in the rail's words, for the partner to read
   */
  record Declined(FailureCode code, String reason) implements CollectionOutcome {

    public Declined {
      reason = Failed.storable(reason);
    }
  }

  /** The prompt lapsed at the network and cannot be approved any more. */
  record Lapsed() implements CollectionOutcome {}

  /**
   * The network has the prompt, and its customer has not decided yet.
   *
   * @param networkId the network's id of it, which is stored before anything else happens
   */
  record Accepted(Optional<String> networkId) implements CollectionOutcome {

    public Accepted {
      networkId = networkId.map(Failed::storable);
    }
  }

  /** The network says that it does not have the prompt. It may still be on its way. */
  record NotFound() implements CollectionOutcome {}

  /**
   * No definite outcome is known. It is not a failure.
   *
   * @param why for the log, without personal data
   */
  record Unknown(String why) implements CollectionOutcome {}
}
