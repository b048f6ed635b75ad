package org.mizani.rail.kit;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * What a network's books have about one payout of ours.
 *
 * @param paid that the recipient got in all, in major units
 * @param effects how often it was taken on, paid or declined: once, or something is wrong
 * @param receipt of a payment, if the network gives one
 */
public record NetworkEntry(BigDecimal paid, int effects, Optional<String> receipt) {

  /** One more effect of the same payout. */
  public NetworkEntry plus(NetworkEntry other) {
    return new NetworkEntry(
        paid.add(other.paid), effects + other.effects, receipt.or(other::receipt));
  }
}
