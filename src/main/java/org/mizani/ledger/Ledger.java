package org.mizani.ledger;

import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.stream.Stream;
import org.mizani.database.Database;
import org.mizani.database.SameEventLoop;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.CollectionRouter;
import org.mizani.rail.PayoutRouter;

/**
 * Ledger: the only writer of balances (ADR 4). One statement writes each move twice, as a transfer
 * between two accounts and in the wallet's balance, so a balance always equals the sum of its
 * transfers. Moves that belong to a larger statement (a payout with its hold) are offered as the
 * clauses of that statement, so that both happen in one round trip and together or not at all.
 */
@Singleton
public final class Ledger {

  /**
   * Holds the cost of new payouts: available to holding. Part of a statement that has the relations
   * {@code locked_wallet} (rows of wallet, locked) and {@code created (id, wallet_id,
   * total_minor)}, with no higher total than a locked wallet has available.
   *
   * <p>The new balances are computed from the locked row, which no other transaction can change,
   * not from the updated row. PostgreSQL first computes the updated row from the statement's
   * snapshot and checks its constraints; only then does it find the newer version and computes the
   * row again. If the wallet was credited while the statement waited for the lock, the first
   * attempt could be below zero and refused (ADR 4).
   *
   * <p>What is to be written is one row of arrays ({@code held_columns}), so that no estimate of
   * the planner can make it search the wallets' index for all of them once for each (ADR 2).
   */
  public static final String HOLD_CREATED =
      """
      held_columns AS MATERIALIZED (
        SELECT array_agg(l.id) AS ids,
               array_agg(l.available_minor - c.total_minor) AS available_minor,
               array_agg(l.holding_minor + c.total_minor) AS holding_minor
        FROM (SELECT wallet_id, sum(total_minor)::bigint AS total_minor
              FROM created GROUP BY wallet_id) c
        JOIN locked_wallet l ON l.id = c.wallet_id
      ), held AS (
        UPDATE wallet w
        SET available_minor = h.available_minor[array_position(h.ids, w.id)],
            holding_minor = h.holding_minor[array_position(h.ids, w.id)],
            updated_at = now()
        FROM held_columns h
        WHERE w.id = ANY (h.ids)
      ), held_transfer AS (
        INSERT INTO ledger_transfer
          (debit_account_id, credit_account_id, amount_minor, kind, wallet_id, subject_id)
        SELECT w.available_account_id, w.holding_account_id, c.total_minor, 'hold', w.id, c.id
        FROM created c JOIN locked_wallet w ON w.id = c.wallet_id
      )""";

  /**
   * Ends the holds of payouts that became final: a success is captured (the amount to the rail's
   * clearing account, in another currency by way of the positions in foreign exchange; the fee to
   * the fees), a failure released (all of it back to available). Part of a statement that has
   * {@code locked_wallet (id, available_account_id, holding_account_id)} and {@code settled (id,
   * wallet_id, status, sender_minor, fee_minor, receiver_minor)}, with the accounts of {@link
   * ServiceAccounts.OfPayout} as {@code captured_account_id}, {@code fees_account_id}, {@code
   * exchanged_account_id} and {@code clearing_account_id}.
   */
  public static final String END_HOLDS_OF_SETTLED =
      """
      ended_columns AS MATERIALIZED (
        SELECT array_agg(wallet_id) AS ids, array_agg(total_minor) AS total_minor,
               array_agg(returned_minor) AS returned_minor
        FROM (SELECT wallet_id,
                     sum(sender_minor + fee_minor)::bigint AS total_minor,
                     coalesce(sum(sender_minor + fee_minor) FILTER (WHERE status = 'failure'),
                              0)::bigint AS returned_minor
              FROM settled GROUP BY wallet_id) s
      ), ended AS (
        UPDATE wallet w
        SET holding_minor = w.holding_minor - e.total_minor[array_position(e.ids, w.id)],
            available_minor = w.available_minor + e.returned_minor[array_position(e.ids, w.id)],
            updated_at = now()
        FROM ended_columns e
        WHERE w.id = ANY (e.ids)
      ), ended_transfer AS (
        INSERT INTO ledger_transfer
          (debit_account_id, credit_account_id, amount_minor, kind, wallet_id, subject_id)
        SELECT t.debit_account_id, t.credit_account_id, t.amount_minor, t.kind, t.wallet_id, s.id
        FROM settled s
        JOIN locked_wallet w ON w.id = s.wallet_id
        CROSS JOIN LATERAL (
          SELECT w.holding_account_id, w.available_account_id, s.sender_minor + s.fee_minor,
                 'release', w.id
          WHERE s.status = 'failure'
          UNION ALL
          SELECT w.holding_account_id, s.captured_account_id, s.sender_minor, 'capture', w.id
          WHERE s.status = 'success'
          UNION ALL
          SELECT w.holding_account_id, s.fees_account_id, s.fee_minor, 'fee', w.id
          WHERE s.status = 'success' AND s.fee_minor > 0
          UNION ALL
          SELECT s.exchanged_account_id, s.clearing_account_id, s.receiver_minor, 'exchange', NULL
          WHERE s.status = 'success' AND s.exchanged_account_id IS NOT NULL
        ) t (debit_account_id, credit_account_id, amount_minor, kind, wallet_id)
      )""";

  /** Adds an amount of each row of a relation, which has {@code wallet_id}, to available. */
  private static final String ADD_TO_AVAILABLE =
      """
      added_columns AS MATERIALIZED (
        SELECT array_agg(wallet_id) AS ids, array_agg(total_minor) AS total_minor
        FROM (SELECT wallet_id, sum(%s)::bigint AS total_minor FROM %s GROUP BY wallet_id) t
      ), added AS (
        UPDATE wallet w
        SET available_minor = w.available_minor + a.total_minor[array_position(a.ids, w.id)],
            updated_at = now()
        FROM added_columns a
        WHERE w.id = ANY (a.ids)
      )""";

  /**
   * Returns paid payouts whose money came back: the reverse of their capture at its amounts, also
   * by way of the positions in foreign exchange, and as much of the fee as is refunded. Part of a
   * statement that has {@code locked_wallet (id, available_account_id)} and {@code settled (id,
   * wallet_id, sender_minor, fee_minor, receiver_minor)} with the accounts of {@link
   * #END_HOLDS_OF_SETTLED}; {@code fee_minor} is the refund.
   */
  public static final String RETURN_SETTLED =
      ADD_TO_AVAILABLE.formatted("sender_minor + fee_minor", "settled")
          + """
      , returned_transfer AS (
        INSERT INTO ledger_transfer
          (debit_account_id, credit_account_id, amount_minor, kind, wallet_id, subject_id)
        SELECT t.debit_account_id, t.credit_account_id, t.amount_minor, t.kind, t.wallet_id, s.id
        FROM settled s
        JOIN locked_wallet w ON w.id = s.wallet_id
        CROSS JOIN LATERAL (
          SELECT s.captured_account_id, w.available_account_id, s.sender_minor, 'return', w.id
          UNION ALL
          SELECT s.fees_account_id, w.available_account_id, s.fee_minor, 'fee_refund', w.id
          WHERE s.fee_minor > 0
          UNION ALL
          SELECT s.clearing_account_id, s.exchanged_account_id, s.receiver_minor,
                 'exchange_return', NULL
          WHERE s.exchanged_account_id IS NOT NULL
        ) t (debit_account_id, credit_account_id, amount_minor, kind, wallet_id)
      )""";

  /**
   * Credits paid collections: the rail's clearing account to available. Part of a statement that
   * has {@code locked_wallet (id, available_account_id)} and {@code credited (id, wallet_id,
   * amount_minor, clearing_account_id)}.
   */
  public static final String CREDIT_COLLECTED =
      ADD_TO_AVAILABLE.formatted("amount_minor", "credited")
          + """
      , collected_transfer AS (
        INSERT INTO ledger_transfer
          (debit_account_id, credit_account_id, amount_minor, kind, wallet_id, subject_id)
        SELECT c.clearing_account_id, w.available_account_id, c.amount_minor, 'collect', w.id, c.id
        FROM credited c
        JOIN locked_wallet w ON w.id = c.wallet_id
      )""";

  /** Creates the clearing accounts of the rails {@code $1} in the currencies {@code $2}. */
  private static final String OPEN_CLEARING_ACCOUNTS =
      """
      INSERT INTO ledger_account (id, kind, currency, rail)
      SELECT next_account_id(c.currency), 'clearing', c.currency, r.rail
      FROM unnest($1::text[]) AS r (rail), unnest($2::text[]) AS c (currency)
      WHERE NOT EXISTS (SELECT 1 FROM ledger_account a
                        WHERE a.kind = 'clearing' AND a.currency = c.currency AND a.rail = r.rail)
      ON CONFLICT DO NOTHING
      """;

  /**
   * Creates a wallet with its three accounts, unless the business has it already. The wallet is
   * inserted first, so that only one of two concurrent statements creates the accounts; foreign
   * keys are checked at the end of the statement.
   */
  private static final String OPEN_WALLET =
      """
      WITH number AS (
        SELECT next_account_id($3) AS available, next_account_id($3) AS holding,
               next_account_id($3) AS pending
      ), opened AS (
        INSERT INTO wallet (business_id, purpose, currency,
                            available_account_id, holding_account_id, pending_account_id)
        SELECT $1, $2, $3, available, holding, pending FROM number
        ON CONFLICT (business_id, purpose, currency) DO NOTHING
        RETURNING currency, available_account_id, holding_account_id, pending_account_id
      )
      INSERT INTO ledger_account (id, kind, currency)
      SELECT account.id, account.kind, o.currency
      FROM opened o
      CROSS JOIN LATERAL (VALUES (o.available_account_id, 'available'),
                                 (o.holding_account_id, 'holding'),
                                 (o.pending_account_id, 'pending')) account (id, kind)
      """;

  private final Database database;

  Ledger(Database database) {
    this.database = database;
  }

  /** Opens the missing clearing accounts of all connected rails when the service starts. */
  void openClearingAccounts(
      @Observes StartupEvent event,
      SameEventLoop sameLoop,
      PayoutRouter payoutRails,
      CollectionRouter collectionRails) {
    String[] rails =
        Stream.concat(payoutRails.names().stream(), collectionRails.names().stream())
            .distinct()
            .toArray(String[]::new);
    String[] currencies =
        Arrays.stream(CurrencyUnit.values()).map(Enum::name).toArray(String[]::new);
    sameLoop.await(() -> database.execute(OPEN_CLEARING_ACCOUNTS, Tuple.of(rails, currencies)));
  }

  /** Opens an empty wallet; an existing one stays as it is. */
  public Uni<Void> openWallet(long businessId, WalletPurpose purpose, CurrencyUnit currency) {
    return database
        .execute(OPEN_WALLET, Tuple.of(businessId, purpose.code(), currency.name()))
        .replaceWithVoid();
  }
}
