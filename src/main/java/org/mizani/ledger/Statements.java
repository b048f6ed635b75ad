package org.mizani.ledger;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.ledger.Statement.Accounts;
import org.mizani.ledger.Statement.Ids;
import org.mizani.ledger.Statement.Query;
import org.mizani.money.CurrencyUnit;

/** Statements of wallets: the sums of a time range. {@link StatementLines} reads the lines. */
@Singleton
public final class Statements {

  private static final String ACCOUNTS =
      """
      SELECT available_account_id, holding_account_id, pending_account_id
      FROM wallet WHERE business_id = $1 AND purpose = $2 AND currency = $3
      """;

  /** Sums of the accounts $1 to $3 before $4 and before $5, and the lines between. */
  private static final String SUMS =
      """
      WITH moved AS (
        SELECT id, created_at, amount_minor, debit_account_id AS debit, credit_account_id AS credit
        FROM ledger_transfer WHERE debit_account_id IN ($1, $2, $3)
        UNION ALL
        SELECT id, created_at, amount_minor, debit_account_id, credit_account_id
        FROM ledger_transfer
        WHERE credit_account_id IN ($1, $2, $3) AND debit_account_id NOT IN ($1, $2, $3)
      ), changed AS (
        SELECT id, created_at,
               CASE $1::bigint WHEN credit THEN amount_minor WHEN debit THEN -amount_minor ELSE 0 END AS a,
               CASE $2::bigint WHEN credit THEN amount_minor WHEN debit THEN -amount_minor ELSE 0 END AS h,
               CASE $3::bigint WHEN credit THEN amount_minor WHEN debit THEN -amount_minor ELSE 0 END AS p
        FROM moved WHERE created_at < $5
      )
      SELECT coalesce(sum(a) FILTER (WHERE created_at < $4), 0)::bigint AS opening_available,
             coalesce(sum(h) FILTER (WHERE created_at < $4), 0)::bigint AS opening_holding,
             coalesce(sum(p) FILTER (WHERE created_at < $4), 0)::bigint AS opening_pending,
             coalesce(sum(a), 0)::bigint AS closing_available,
             coalesce(sum(h), 0)::bigint AS closing_holding,
             coalesce(sum(p), 0)::bigint AS closing_pending,
             coalesce(min(id) FILTER (WHERE created_at >= $4), 0) AS first_id,
             coalesce(max(id) FILTER (WHERE created_at >= $4), 0) AS last_id,
             count(*) FILTER (WHERE created_at >= $4) AS lines
      FROM changed
      """;

  private final Database database;
  private final Duration timeout;

  Statements(Database database, LedgerConfig.Statement config) {
    this.database = database;
    this.timeout = config.timeout();
  }

  /**
   * Sums a statement up.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 404 {@code wallet not found}
   */
  public Uni<Statement> sumUp(Query query) {
    return database
        .find(
            ACCOUNTS,
            Tuple.of(query.businessId(), query.purpose().code(), query.currency().name()),
            Statements::accounts)
        .map(found -> found.orElseThrow(ApiFault.WALLET_NOT_FOUND::asException))
        .chain(
            accounts ->
                database
                    .executeLong(SUMS, parameters(query, accounts), timeout)
                    .map(rows -> statement(query, accounts, rows.iterator().next())));
  }

  private static Tuple parameters(Query query, Accounts accounts) {
    return Tuple.tuple()
        .addLong(accounts.available())
        .addLong(accounts.holding())
        .addLong(accounts.pending())
        .addOffsetDateTime(utc(query.from()))
        .addOffsetDateTime(utc(query.to()));
  }

  private static OffsetDateTime utc(Instant time) {
    return time.atOffset(ZoneOffset.UTC);
  }

  private static Accounts accounts(Row row) {
    return new Accounts(
        row.getLong("available_account_id"),
        row.getLong("holding_account_id"),
        row.getLong("pending_account_id"));
  }

  private static Statement statement(Query query, Accounts accounts, Row row) {
    return new Statement(
        query,
        accounts,
        funds(query.currency(), "opening", row),
        funds(query.currency(), "closing", row),
        new Ids(row.getLong("first_id"), row.getLong("last_id")),
        row.getLong("lines"));
  }

  private static Funds funds(CurrencyUnit currency, String when, Row row) {
    return new Funds(
        currency,
        row.getLong(when + "_available"),
        row.getLong(when + "_holding"),
        row.getLong(when + "_pending"));
  }
}
