package org.mizani.ledger;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * The only writer of balances. Every move is written twice in one statement: as a transfer between
 * two accounts, and in the wallet's balance, so that a balance always equals the sum of its
 * transfers. Moves that belong to a larger statement (a payout with its hold) are offered as the
 * clauses of that statement, so that both happen in one round trip and together or not at all.
 */
@Singleton
public final class Ledger {

  /**
   * Holds what payouts cost: available to holding. Part of a statement that has the relations
   * {@code locked_wallet} (rows of wallet, locked) and {@code created (id, wallet_id,
   * total_minor)}, which costs no more than a locked wallet has available.
   *
   * <p>The new balances are made of the locked ones, which nobody else can change any more, not of
   * those of the row that is updated. PostgreSQL first makes that row from what the statement's
   * snapshot shows and checks its constraints; only then does it find that there is a newer
   * version, and makes it again from that one. If the wallet had less before somebody gave to it
   * while the statement waited for the lock, the first attempt would be below zero and refused.
   */
  public static final String HOLD_CREATED =
      """
      held AS (
        UPDATE wallet w
        SET available_minor = l.available_minor - c.total_minor,
            holding_minor = l.holding_minor + c.total_minor,
            updated_at = now()
        FROM (SELECT wallet_id, sum(total_minor)::bigint AS total_minor
              FROM created GROUP BY wallet_id) c
        JOIN locked_wallet l ON l.id = c.wallet_id
        WHERE w.id = l.id
      ), held_transfer AS (
        INSERT INTO ledger_transfer
          (debit_account_id, credit_account_id, currency, amount_minor, kind, payout_id)
        SELECT w.available_account_id, w.holding_account_id, w.currency, c.total_minor, 'hold', c.id
        FROM created c JOIN locked_wallet w ON w.id = c.wallet_id
      )""";

  /**
   * Ends the holds of payouts that became final: a success is captured (the amount to the rail's
   * clearing account, the fee to the fees), a failure released (all of it back to available). Part
   * of a statement that has {@code locked_wallet} and {@code settled (id, wallet_id, status, rail,
   * sender_minor, fee_minor)}.
   */
  public static final String END_HOLDS_OF_SETTLED =
      """
      ended AS (
        UPDATE wallet w
        SET holding_minor = w.holding_minor - s.total_minor,
            available_minor = w.available_minor + s.returned_minor,
            updated_at = now()
        FROM (SELECT wallet_id,
                     sum(sender_minor + fee_minor)::bigint AS total_minor,
                     coalesce(sum(sender_minor + fee_minor) FILTER (WHERE status = 'failure'),
                              0)::bigint AS returned_minor
              FROM settled GROUP BY wallet_id) s
        WHERE w.id = s.wallet_id
      ), ended_transfer AS (
        INSERT INTO ledger_transfer
          (debit_account_id, credit_account_id, currency, amount_minor, kind, payout_id)
        SELECT w.holding_account_id, t.credit_account_id, w.currency, t.amount_minor, t.kind, s.id
        FROM settled s
        JOIN locked_wallet w ON w.id = s.wallet_id
        CROSS JOIN LATERAL (
          SELECT w.available_account_id, s.sender_minor + s.fee_minor, 'release'
          WHERE s.status = 'failure'
          UNION ALL
          SELECT (SELECT a.id FROM ledger_account a WHERE a.kind = 'clearing'
                    AND a.currency = w.currency AND a.rail = s.rail),
                 s.sender_minor, 'capture'
          WHERE s.status = 'success'
          UNION ALL
          SELECT (SELECT a.id FROM ledger_account a WHERE a.kind = 'fees'
                    AND a.currency = w.currency),
                 s.fee_minor, 'fee'
          WHERE s.status = 'success' AND s.fee_minor > 0
        ) t (credit_account_id, amount_minor, kind)
      )""";

  /**
   * Credits what customers have paid: the rail's clearing account to available. Part of a statement
   * that has {@code locked_wallet} and {@code credited (id, wallet_id, rail, amount_minor)}.
   */
  public static final String CREDIT_COLLECTED =
      """
      collected AS (
        UPDATE wallet w
        SET available_minor = w.available_minor + c.total_minor, updated_at = now()
        FROM (SELECT wallet_id, sum(amount_minor)::bigint AS total_minor
              FROM credited GROUP BY wallet_id) c
        WHERE w.id = c.wallet_id
      ), collected_transfer AS (
        INSERT INTO ledger_transfer
          (debit_account_id, credit_account_id, currency, amount_minor, kind, collection_id)
        SELECT (SELECT a.id FROM ledger_account a WHERE a.kind = 'clearing'
                  AND a.currency = w.currency AND a.rail = c.rail),
               w.available_account_id, w.currency, c.amount_minor, 'collect', c.id
        FROM credited c
        JOIN locked_wallet w ON w.id = c.wallet_id
      )""";

  /** Makes the clearing accounts of rails ({@code $1}) in all currencies ({@code $2}). */
  private static final String OPEN_CLEARING_ACCOUNTS =
      """
      INSERT INTO ledger_account (kind, currency, rail)
      SELECT 'clearing', c.currency, r.rail
      FROM unnest($1::text[]) AS r (rail), unnest($2::text[]) AS c (currency)
      WHERE NOT EXISTS (SELECT 1 FROM ledger_account a
                        WHERE a.kind = 'clearing' AND a.currency = c.currency AND a.rail = r.rail)
      ON CONFLICT DO NOTHING
      """;

  /**
   * Makes a wallet with its three accounts, unless the business has it already. The wallet comes
   * first, so that of two at the same time one makes the accounts; the references between them are
   * checked at the statement's end.
   */
  private static final String OPEN_WALLET =
      """
      WITH number AS (
        SELECT nextval(pg_get_serial_sequence('ledger_account', 'id')) AS available,
               nextval(pg_get_serial_sequence('ledger_account', 'id')) AS holding,
               nextval(pg_get_serial_sequence('ledger_account', 'id')) AS pending
      ), opened AS (
        INSERT INTO wallet (business_id, purpose, currency,
                            available_account_id, holding_account_id, pending_account_id)
        SELECT $1, $2, $3, available, holding, pending FROM number
        ON CONFLICT (business_id, purpose, currency) DO NOTHING
        RETURNING currency, available_account_id, holding_account_id, pending_account_id
      )
      INSERT INTO ledger_account (id, kind, currency) OVERRIDING SYSTEM VALUE
      SELECT account.id, account.kind, o.currency
      FROM opened o
      CROSS JOIN LATERAL (VALUES (o.available_account_id, 'available'),
                                 (o.holding_account_id, 'holding'),
                                 (o.pending_account_id, 'pending')) account (id, kind)
      """;

  /**
   * Moves funding into a wallet's available balance, once a reference. The wallet is locked before
   * the transfer gets its id, as in every other move: a wallet's transfers are committed in the
   * order of their ids, and whoever reads them in that order misses none.
   */
  private static final String TOP_UP =
      """
      WITH locked_wallet AS MATERIALIZED (
        SELECT available_account_id, currency FROM wallet
        WHERE business_id = $1 AND purpose = $2 AND currency = $3
        FOR UPDATE
      ), moved AS (
        INSERT INTO ledger_transfer
          (debit_account_id, credit_account_id, currency, amount_minor, kind, reference)
        SELECT f.id, w.available_account_id, w.currency, $4, 'top_up', $5
        FROM locked_wallet w
        JOIN ledger_account f ON f.kind = 'funding' AND f.currency = w.currency
        ON CONFLICT DO NOTHING
        RETURNING credit_account_id, amount_minor
      )
      UPDATE wallet w
      SET available_minor = w.available_minor + m.amount_minor, updated_at = now()
      FROM moved m WHERE w.available_account_id = m.credit_account_id
      RETURNING w.id
      """;

  /** Compares every part of every wallet with the sum of its account's transfers. */
  private static final String UNBALANCED_WALLETS =
      """
      WITH moved AS (
        SELECT credit_account_id AS account_id, amount_minor FROM ledger_transfer
        UNION ALL
        SELECT debit_account_id, -amount_minor FROM ledger_transfer
      ), sums AS (
        SELECT account_id, sum(amount_minor) AS minor FROM moved GROUP BY account_id
      )
      SELECT w.id FROM wallet w
      LEFT JOIN sums a ON a.account_id = w.available_account_id
      LEFT JOIN sums h ON h.account_id = w.holding_account_id
      LEFT JOIN sums p ON p.account_id = w.pending_account_id
      WHERE w.available_minor <> coalesce(a.minor, 0)
         OR w.holding_minor <> coalesce(h.minor, 0)
         OR w.pending_minor <> coalesce(p.minor, 0)
      """;

  private final Database database;

  Ledger(Database database) {
    this.database = database;
  }

  /** Makes the accounts that these rails are settled with, where they are missing. */
  public Uni<Void> openClearingAccounts(List<String> rails) {
    String[] currencies =
        Arrays.stream(CurrencyUnit.values()).map(Enum::name).toArray(String[]::new);
    return database
        .execute(OPEN_CLEARING_ACCOUNTS, Tuple.of(rails.toArray(String[]::new), currencies))
        .replaceWithVoid();
  }

  /** Opens a wallet with nothing in it; one that is there already stays as it is. */
  public Uni<Void> openWallet(long businessId, WalletPurpose purpose, CurrencyUnit currency) {
    return database
        .execute(OPEN_WALLET, Tuple.of(businessId, purpose.code(), currency.name()))
        .replaceWithVoid();
  }

  /**
   * Adds funding to an open wallet.
   *
   * @param reference the funding's own reference; a repeated one moves nothing
   * @return whether anything was moved
   */
  public Uni<Boolean> topUp(
      long businessId, WalletPurpose purpose, Money amount, String reference) {
    return database
        .execute(
            TOP_UP,
            Tuple.of(
                businessId, purpose.code(), amount.currency().name(), amount.minor(), reference))
        .map(rows -> rows.iterator().hasNext());
  }

  /** Wallets whose balances differ from what their transfers sum up to: none, ever. */
  public Uni<List<Long>> unbalancedWallets() {
    return database
        .execute(UNBALANCED_WALLETS)
        .map(
            rows ->
                StreamSupport.stream(rows.spliterator(), false)
                    .map((Row row) -> row.getLong("id"))
                    .toList());
  }
}
