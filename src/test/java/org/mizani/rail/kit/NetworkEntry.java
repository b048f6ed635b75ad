package org.mizani.rail.kit;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * Entry of a network's books about one payout of ours.
 *
 * @param paid amount that the recipient got in total, in major units
 * @param effects number of times that the payout was paid or declined, at most one if all is well
 * @param receipt of a payment, if the network gives one
 */
public record NetworkEntry(BigDecimal paid, int effects, Optional<String> receipt) {

  /** Returns this entry with one more effect of the same payout. */
  public NetworkEntry plus(NetworkEntry other) {
    return new NetworkEntry(
        paid.add(other.paid), effects + other.effects, receipt.or(other::receipt));
  }
}
