package org.mizani.rail.daraja;

import java.util.Optional;

/** Meaning of the gateway's answer to a payment, a query with a later result, or a prompt. */
public sealed interface GatewayAnswer {

  /** The meaning in a few words for the log, without personal data. */
  String why();

  /**
   * The network has the request; its outcome comes later.
   *
   * @param networkId the {@code ConversationID}, or of a prompt the {@code CheckoutRequestID}
   * @param requestId the {@code OriginatorConversationID}, by which a payment is asked for, or of a
   *     prompt the {@code MerchantRequestID}
   */
  record Acknowledged(Optional<String> networkId, Optional<String> requestId)
      implements GatewayAnswer {

    @Override
    public String why() {
      return "acknowledged";
    }
  }

  /** The network has had a payment with this {@code OriginatorConversationID} before. */
  record Duplicate() implements GatewayAnswer {

    @Override
    public String why() {
      return "a duplicate";
    }
  }

  /**
   * A field is wrong: this request was not accepted, and never will be.
   *
   * @param message in the network's words
   */
  record Refused(String message) implements GatewayAnswer {

    @Override
    public String why() {
      return "refused for a field";
    }
  }

  /** Too many requests: this one was not accepted, and may be sent again later. */
  record SlowDown() implements GatewayAnswer {

    @Override
    public String why() {
      return "not taken: too many requests";
    }
  }

  /** The token is not valid (any more): this request was not accepted, and needs a new token. */
  record BadToken() implements GatewayAnswer {

    @Override
    public String why() {
      return "not taken: the token is not valid";
    }
  }

  /**
   * The gateway has no such path or product for us, or refuses a field that lies in our settings:
   * this request was not accepted, and others of its kind will not be either until the settings or
   * the contract change.
   */
  record NotOffered(String reason) implements GatewayAnswer {

    @Override
    public String why() {
      return "not taken: " + reason;
    }
  }

  /**
   * No word of the network, but a page of its maintenance, say. The request may have been accepted.
   */
  record NoAnswer(int status) implements GatewayAnswer {

    @Override
    public String why() {
      return "HTTP " + status + " without a code";
    }
  }

  /** The answer tells neither that the request was accepted nor that it was not. */
  record Unclear(String why) implements GatewayAnswer {}
}
