package org.mizani.ledger;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.database.Projection;
import org.mizani.database.replica.LaggingReads;
import org.mizani.ledger.TrialBalance.AccountTotal;
import org.mizani.ledger.TrialBalance.Mismatch;
import org.mizani.money.CurrencyUnit;

/** Trial balances of the whole ledger. */
@Singleton
public final class TrialBalances {

  /**
   * One statement, so that all sums are of one instant while money moves on: the last daily closing
   * of each account, and one pass over the transfers since, grouped by pairs of accounts, which are
   * far fewer.
   */
  private static final String DRAW_UP =
      """
      WITH closed AS MATERIALIZED (
        SELECT coalesce((max(day) + 1)::timestamp AT TIME ZONE 'UTC', '-infinity') AS until
        FROM closed_day
      ), pair AS MATERIALIZED (
        SELECT debit_account_id, credit_account_id, sum(amount_minor) AS minor
        FROM ledger_transfer WHERE created_at >= (SELECT until FROM closed)
        GROUP BY debit_account_id, credit_account_id
      ), moved AS (
        SELECT debit_account_id AS account_id, minor AS debit, 0 AS credit FROM pair
        UNION ALL
        SELECT credit_account_id, 0, minor FROM pair
      ), today AS (
        SELECT account_id, sum(debit) AS debits, sum(credit) AS credits
        FROM moved GROUP BY account_id
      ), sums AS MATERIALIZED (
        SELECT a.id AS account_id,
               coalesce(d.debits_minor, 0) + coalesce(t.debits, 0) AS debits,
               coalesce(d.credits_minor, 0) + coalesce(t.credits, 0) AS credits
        FROM ledger_account a
        LEFT JOIN today t ON t.account_id = a.id
        LEFT JOIN LATERAL (
          SELECT c.debits_minor, c.credits_minor FROM daily_closing c
          WHERE c.account_id = a.id ORDER BY c.day DESC LIMIT 1) d ON true
      ), wallet_part AS (
        SELECT id, available_account_id AS account_id, available_minor AS minor FROM wallet
        UNION ALL
        SELECT id, holding_account_id, holding_minor FROM wallet
        UNION ALL
        SELECT id, pending_account_id, pending_minor FROM wallet
      ), mismatch AS (
        SELECT DISTINCT p.id FROM wallet_part p LEFT JOIN sums s USING (account_id)
        WHERE p.minor <> coalesce(s.credits - s.debits, 0)
      )
      SELECT a.currency, a.kind, a.rail, NULL::uuid AS business,
             coalesce(sum(s.debits), 0)::bigint AS debits,
             coalesce(sum(s.credits), 0)::bigint AS credits
      FROM ledger_account a LEFT JOIN sums s ON s.account_id = a.id
      GROUP BY a.currency, a.kind, a.rail
      UNION ALL
      SELECT w.currency, w.purpose, NULL, b.public_id, 0, 0
      FROM mismatch m JOIN wallet w ON w.id = m.id JOIN business b ON b.id = w.business_id
      ORDER BY currency, kind, rail, business
      """;

  private static final Projection<Total> TOTALS = Projection.into(Total.class);

  private final LaggingReads reads;
  private final Duration timeout;

  TrialBalances(LaggingReads reads, LedgerConfig.TrialBalance config) {
    this.reads = reads;
    this.timeout = config.timeout();
  }

  /** Total of the accounts of one kind; with a business, a wallet that differs from its own. */
  @RegisterForReflection
  private record Total(
      CurrencyUnit currency, String kind, String rail, UUID business, long debits, long credits) {

    AccountTotal account() {
      return new AccountTotal(currency, kind, Optional.ofNullable(rail), debits, credits);
    }

    Mismatch mismatch() {
      return new Mismatch(business, kind, currency);
    }
  }

  /**
   * The trial balance of now, or of as long ago as the replica lags. Reads the transfers since the
   * last daily closing.
   */
  public Uni<TrialBalance> drawUp() {
    return reads
        .executeLong(DRAW_UP, Tuple.tuple(), timeout)
        .map(found -> trialBalance(TOTALS.all(found.rows())));
  }

  private static TrialBalance trialBalance(List<Total> totals) {
    return new TrialBalance(
        totals.stream().filter(total -> total.business == null).map(Total::account).toList(),
        totals.stream().filter(total -> total.business != null).map(Total::mismatch).toList());
  }
}
