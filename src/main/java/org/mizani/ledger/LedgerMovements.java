package org.mizani.ledger;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.mizani.database.Database;
import org.mizani.database.TimeOrderedId;
import org.mizani.ledger.LedgerMovement.Kind;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Movements of money that operators enter (ADR 4): top-ups and their reversals, withdrawals,
 * adjustments, transfers between wallets, settlements with rails and fee income. Each is one
 * statement and moves once by its kind and reference, over all wallets. A wallet is locked before
 * its transfer gets its id, as in every other move: a wallet's transfers are committed in the order
 * of their ids, so a reader in that order misses none.
 */
@Singleton
public final class LedgerMovements {

  /**
   * Changes a wallet's available balance by {@code $4}, against the funding account. A balance is
   * never below zero.
   */
  private static final String MOVE =
      """
      WITH locked_wallet AS MATERIALIZED (
        SELECT id, available_minor, available_account_id FROM wallet
        WHERE business_id = $1 AND purpose = $2 AND currency = $3
        FOR NO KEY UPDATE
      ), entered AS (
        INSERT INTO ledger_movement (id, kind, reference, reason, business_id)
        SELECT $5, $6, $7, $8, $1 FROM locked_wallet WHERE available_minor + $4::bigint >= 0
        ON CONFLICT (kind, reference) DO NOTHING
        RETURNING id, kind
      ), moved AS (
        INSERT INTO ledger_transfer
          (debit_account_id, credit_account_id, amount_minor, wallet_id, subject_id, kind)
        SELECT CASE WHEN $4 > 0 THEN f.id ELSE w.available_account_id END,
               CASE WHEN $4 > 0 THEN w.available_account_id ELSE f.id END,
               abs($4), w.id, e.id, e.kind
        FROM entered e
        CROSS JOIN locked_wallet w
        JOIN ledger_account f ON f.kind = 'funding' AND f.currency = $3
      ), changed AS (
        UPDATE wallet w SET available_minor = l.available_minor + $4, updated_at = now()
        FROM entered e CROSS JOIN locked_wallet l WHERE w.id = l.id
      )
      SELECT available_account_id AS account_id, EXISTS (SELECT FROM entered) AS moved
      FROM locked_wallet
      """;

  /**
   * Moves {@code $5} between two wallets of one business and currency, by way of the transit
   * account: each wallet has a transfer of its own in its statement.
   */
  private static final String MOVE_BETWEEN_WALLETS =
      """
      WITH locked_wallet AS MATERIALIZED (
        SELECT id, purpose, available_minor, available_account_id FROM wallet
        WHERE business_id = $1 AND purpose IN ($2, $4) AND currency = $3
        ORDER BY id FOR NO KEY UPDATE
      ), pair AS MATERIALIZED (
        SELECT s.id AS source_id, s.available_minor, s.available_account_id AS source_account,
               t.id AS target_id, t.available_account_id AS target_account
        FROM locked_wallet s JOIN locked_wallet t ON t.purpose = $4 WHERE s.purpose = $2
      ), entered AS (
        INSERT INTO ledger_movement (id, kind, reference, reason, business_id)
        SELECT $6, $7, $8, $9, $1 FROM pair WHERE available_minor >= $5::bigint
        ON CONFLICT (kind, reference) DO NOTHING
        RETURNING id
      ), moved AS (
        INSERT INTO ledger_transfer
          (debit_account_id, credit_account_id, amount_minor, wallet_id, subject_id, kind)
        SELECT t.debit, t.credit, $5, t.wallet, e.id, t.kind
        FROM entered e
        CROSS JOIN pair p
        JOIN ledger_account a ON a.kind = 'transit' AND a.currency = $3
        CROSS JOIN LATERAL (
          VALUES (p.source_account, a.id, p.source_id, 'transfer_out'),
                 (a.id, p.target_account, p.target_id, 'transfer_in')
        ) t (debit, credit, wallet, kind)
      ), changed AS (
        UPDATE wallet w
        SET available_minor = l.available_minor + CASE l.purpose WHEN $2 THEN -$5 ELSE $5 END,
            updated_at = now()
        FROM entered e CROSS JOIN locked_wallet l WHERE w.id = l.id
      )
      SELECT source_account AS account_id, EXISTS (SELECT FROM entered) AS moved FROM pair
      """;

  /** Changes the clearing account of rail {@code $1} by {@code $3}, against the funding account. */
  private static final String SETTLE_RAIL =
      """
      WITH clearing AS MATERIALIZED (
        SELECT id FROM ledger_account WHERE kind = 'clearing' AND currency = $2 AND rail = $1
      ), entered AS (
        INSERT INTO ledger_movement (id, kind, reference, reason)
        SELECT $4, $5, $6, $7 FROM clearing
        ON CONFLICT (kind, reference) DO NOTHING
        RETURNING id, kind
      ), moved AS (
        INSERT INTO ledger_transfer
          (debit_account_id, credit_account_id, amount_minor, subject_id, kind)
        SELECT CASE WHEN $3::bigint > 0 THEN f.id ELSE c.id END,
               CASE WHEN $3 > 0 THEN c.id ELSE f.id END,
               abs($3), e.id, e.kind
        FROM entered e
        CROSS JOIN clearing c
        JOIN ledger_account f ON f.kind = 'funding' AND f.currency = $2
      )
      SELECT id AS account_id, EXISTS (SELECT FROM entered) AS moved FROM clearing
      """;

  /** Takes {@code $2} of the fees that closed days have earned out to the funding account. */
  private static final String TAKE_FEES =
      """
      WITH fees AS MATERIALIZED (
        SELECT id, lock_fees(id) AS earned_minor FROM ledger_account
        WHERE kind = 'fees' AND currency = $1
      ), entered AS (
        INSERT INTO ledger_movement (id, kind, reference, reason)
        SELECT $3, $4, $5, $6 FROM fees WHERE earned_minor >= $2::bigint
        ON CONFLICT (kind, reference) DO NOTHING
        RETURNING id, kind
      ), moved AS (
        INSERT INTO ledger_transfer
          (debit_account_id, credit_account_id, amount_minor, subject_id, kind)
        SELECT a.id, f.id, $2, e.id, e.kind
        FROM entered e
        CROSS JOIN fees a
        JOIN ledger_account f ON f.kind = 'funding' AND f.currency = $1
      )
      SELECT id AS account_id, EXISTS (SELECT FROM entered) AS moved FROM fees
      """;

  private final Database database;
  private final InstantSource clock;

  LedgerMovements(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  /**
   * Key of a movement.
   *
   * @param reference moves money once of each kind, over all wallets
   * @param reason for the accountant; null for a top-up
   */
  public record Entry(String reference, String reason) {}

  /** Adds funding to an open wallet. */
  public Uni<MovementOutcome> topUp(
      long businessId, WalletPurpose purpose, Money amount, String reference) {
    return move(Kind.TOP_UP, businessId, purpose, amount, new Entry(reference, null));
  }

  /** Takes a top-up back out of its wallet, once; the entry has its reference. */
  public Uni<MovementOutcome> reverseTopUp(
      long businessId, WalletPurpose purpose, Money amount, Entry entry) {
    Money change = new Money(amount.currency(), -amount.minor());
    return move(Kind.TOP_UP_REVERSAL, businessId, purpose, change, entry);
  }

  /** Pays a wallet's available funds out to the business's bank account. */
  public Uni<MovementOutcome> withdraw(
      long businessId, WalletPurpose purpose, Money amount, Entry entry) {
    Money change = new Money(amount.currency(), -amount.minor());
    return move(Kind.WITHDRAWAL, businessId, purpose, change, entry);
  }

  /** Corrects a wallet's available balance by an amount of either sign. */
  public Uni<MovementOutcome> adjust(
      long businessId, WalletPurpose purpose, Money change, Entry entry) {
    return move(Kind.ADJUSTMENT, businessId, purpose, change, entry);
  }

  private Uni<MovementOutcome> move(
      Kind kind, long businessId, WalletPurpose purpose, Money change, Entry entry) {
    Tuple parameters =
        Tuple.of(businessId, purpose.code(), change.currency().name(), change.minor());
    return moved(MOVE, parameters, kind, change.minor(), entry);
  }

  /** Moves available funds from a wallet of a business to its other one of the currency. */
  public Uni<MovementOutcome> transfer(
      long businessId, WalletPurpose from, WalletPurpose to, Money amount, Entry entry) {
    CurrencyUnit currency = amount.currency();
    Tuple parameters =
        Tuple.of(businessId, from.code(), currency.name(), to.code(), amount.minor());
    return moved(MOVE_BETWEEN_WALLETS, parameters, Kind.WALLET_TRANSFER, -amount.minor(), entry);
  }

  /**
   * Settles with a rail.
   *
   * @param change of what the service owes the rail: above zero for money that the rail has paid to
   *     the service's bank account, below zero for money paid to the rail
   */
  public Uni<MovementOutcome> settle(String rail, Money change, Entry entry) {
    Tuple parameters = Tuple.of(rail, change.currency().name(), change.minor());
    return moved(SETTLE_RAIL, parameters, Kind.RAIL_SETTLEMENT, change.minor(), entry);
  }

  /** Takes fees that closed days have earned out of the books' fees. */
  public Uni<MovementOutcome> takeFees(Money amount, Entry entry) {
    Tuple parameters = Tuple.of(amount.currency().name(), amount.minor());
    return moved(TAKE_FEES, parameters, Kind.FEE_INCOME, -amount.minor(), entry);
  }

  private Uni<MovementOutcome> moved(
      String statement, Tuple parameters, Kind kind, long change, Entry entry) {
    UUID id = TimeOrderedId.at(clock.millis());
    parameters
        .addUUID(id)
        .addString(kind.code())
        .addString(entry.reference())
        .addString(entry.reason());
    return database
        .list(statement, parameters, row -> row)
        .chain(rows -> outcome(rows, kind, change, entry));
  }

  private Uni<MovementOutcome> outcome(List<Row> rows, Kind kind, long change, Entry entry) {
    if (rows.isEmpty()) {
      return Uni.createFrom().item(MovementOutcome.NO_WALLET);
    }
    Row row = rows.get(0);
    if (row.getBoolean("moved")) {
      return Uni.createFrom().item(MovementOutcome.MOVED);
    }
    long account = row.getLong("account_id");
    return database
        .read(() -> LedgerTransfer.of(kind, entry.reference()))
        .map(transfers -> MovementOutcome.unmoved(transfers, account, change));
  }
}
