package org.mizani.ledger;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.mizani.database.replica.WalPosition;
import org.mizani.money.CurrencyUnit;

/**
 * Statement of one wallet over a time range: the sums, and the ids between which its lines lie.
 * {@link StatementLines#of} reads the lines.
 *
 * @param opening the balance before the range
 * @param closing the balance at its end: the opening and all lines
 * @param lines the number of lines
 * @param asOf time of the database before the sums were read: they have all that was committed then
 * @param closed whether the daily closings had the last day of the range then, so that the
 *     statement is final
 * @param position the position that the lines are to be read at or after, so that none is missing
 */
public record Statement(
    Query query,
    Accounts accounts,
    Funds opening,
    Funds closing,
    Ids ids,
    long lines,
    Instant asOf,
    boolean closed,
    WalPosition position) {

  /**
   * Wallet and time range of a statement.
   *
   * <p>A transfer's time is the begin of its transaction, so times do not follow the ids.
   *
   * @param from inclusive, in whole microseconds
   * @param to exclusive, likewise
   */
  public record Query(
      long businessId, WalletPurpose purpose, CurrencyUnit currency, Instant from, Instant to) {

    /** The last instant of the range. */
    public Instant lastInstant() {
      return to.minus(1, ChronoUnit.MICROS);
    }

    Query until(Instant end) {
      return new Query(businessId, purpose, currency, from, end);
    }
  }

  /** The statement of a wallet that does not exist: zeros, and no lines. */
  static Statement ofNoWallet(Query query, Instant asOf, boolean closed) {
    Funds none = new Funds(query.currency(), 0, 0, 0);
    return new Statement(
        query,
        new Accounts(0, 0, 0, 0),
        none,
        none,
        new Ids(0, 0),
        0,
        asOf,
        closed,
        new WalPosition(0));
  }

  /** The wallet's id, and its three accounts. */
  record Accounts(long wallet, long available, long holding, long pending) {}

  /** The ids of the first and the last line. */
  record Ids(long first, long last) {}

  /**
   * One transfer that touched the wallet.
   *
   * @param first whether it is the statement's first
   * @param kind such as {@code hold}
   * @param reference of the payout, collection or movement; may be empty for a collection
   * @param subject the payout or collection that it belongs to
   * @param change the change of the balance
   * @param balance the balance after it
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
