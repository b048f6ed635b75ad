package org.mizani.rail;

import java.util.Optional;
import java.util.Set;

/**
 * Word of a network about a payment, or about balances.
 *
 * @param networkIds the network's ids that it names
 * @param signed whether its signature proves that the network said it
 * @param payout outcome of a payout, if it speaks about one
 * @param collection outcome of a collection, if it speaks about one
 * @param balances those that the service holds with the network, if it speaks about them
 */
public record CallbackWord(
    Set<String> networkIds,
    boolean signed,
    Optional<PayoutOutcome> payout,
    Optional<CollectionOutcome> collection,
    Optional<RailFloat.Told> balances) {

  /** A word about a payout. */
  public static CallbackWord of(Set<String> networkIds, boolean signed, PayoutOutcome outcome) {
    return new CallbackWord(
        networkIds, signed, Optional.of(outcome), Optional.empty(), Optional.empty());
  }

  /** A word about a collection. */
  public static CallbackWord of(Set<String> networkIds, boolean signed, CollectionOutcome outcome) {
    return new CallbackWord(
        networkIds, signed, Optional.empty(), Optional.of(outcome), Optional.empty());
  }

  /** A word about balances. */
  public static CallbackWord of(Set<String> networkIds, boolean signed, RailFloat.Told balances) {
    return new CallbackWord(
        networkIds, signed, Optional.empty(), Optional.empty(), Optional.of(balances));
  }
}
