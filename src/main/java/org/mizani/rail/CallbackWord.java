package org.mizani.rail;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.mizani.money.Money;

/**
 * Word of a network about a payment, or about balances.
 *
 * @param networkIds the network's ids that it names
 * @param signed whether its signature proves that the network said it
 * @param payout outcome of a payout, if it speaks about one
 * @param collection outcome of a collection, if it speaks about one
 * @param balances those that the service holds with the network, if it speaks about them
 * @param found payment that the network has under a receipt, if it answers such a question
 */
public record CallbackWord(
    Set<String> networkIds,
    boolean signed,
    Optional<PayoutOutcome> payout,
    Optional<CollectionOutcome> collection,
    Optional<RailFloat.Told> balances,
    Optional<Found> found) {

  /**
   * Payment that a network has under a receipt. It does not tell for which payout it was made.
   *
   * @param networkId under which the network acknowledged it, as its connector writes such ids
   * @param outcome of the payment
   * @param amount of the payment, paid or not
   * @param payer number of the account that it was paid from
   * @param receiver number of its receiver
   * @param account of the receiver, where the network tells one
   * @param begunAt when the network took it on
   */
  public record Found(
      String receipt,
      String networkId,
      PayoutOutcome outcome,
      Money amount,
      String payer,
      String receiver,
      Optional<String> account,
      Instant begunAt) {

    /** Without its receiver and amount. */
    @Override
    public String toString() {
      return "Found[" + receipt + "]";
    }
  }

  /** A word about a payout. */
  public static CallbackWord of(Set<String> networkIds, boolean signed, PayoutOutcome outcome) {
    return new CallbackWord(
        networkIds,
        signed,
        Optional.of(outcome),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** A word about a collection. */
  public static CallbackWord of(Set<String> networkIds, boolean signed, CollectionOutcome outcome) {
    return new CallbackWord(
        networkIds,
        signed,
        Optional.empty(),
        Optional.of(outcome),
        Optional.empty(),
        Optional.empty());
  }

  /** A word about balances. */
  public static CallbackWord of(Set<String> networkIds, boolean signed, RailFloat.Told balances) {
    return new CallbackWord(
        networkIds,
        signed,
        Optional.empty(),
        Optional.empty(),
        Optional.of(balances),
        Optional.empty());
  }

  /** An answer to a question under a receipt. It is no word about a payout: it may be another's. */
  public static CallbackWord of(Set<String> networkIds, boolean signed, Found found) {
    return new CallbackWord(
        networkIds,
        signed,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(found));
  }
}
