package org.mizani.ledger;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.mizani.money.CurrencyUnit;

/**
 * What happened to a wallet in a range of time: the sums, and between which transfers the lines
 * lie. The lines are read by {@link Statements#lines}.
 *
 * @param opening what it held before the range
 * @param closing what it held at its end: the opening and all lines
 * @param lines how many there are
 */
public record Statement(
    Query query, Accounts accounts, Funds opening, Funds closing, Ids ids, long lines) {

  /**
   * Which wallet and range.
   *
   * @param from inclusive, in whole microseconds
   * @param to exclusive, likewise
   */
  public record Query(
      long businessId, WalletPurpose purpose, CurrencyUnit currency, Instant from, Instant to) {}

  /** The wallet's three accounts. */
  record Accounts(long available, long holding, long pending) {}

  /** The ids of the first and the last line. */
  record Ids(long first, long last) {}

  /**
   * One transfer that touched the wallet.
   *
   * @param first whether it is the statement's first
   * @param kind such as {@code hold}
   * @param reference of the payout, collection or top-up; may be empty for a collection
   * @param subject the payout or collection that it belongs to
   * @param change what it changed
   * @param balance what the wallet held after it
   */
  public record Line(
      boolean first,
      Instant time,
      String kind,
      String reference,
      Optional<UUID> subject,
      Funds change,
      Funds balance) {}
}
