package org.mizani.ledger;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.ledger.Statement.Accounts;
import org.mizani.ledger.Statement.Ids;
import org.mizani.ledger.Statement.Line;
import org.mizani.ledger.Statement.Query;
import org.mizani.money.CurrencyUnit;

/**
 * Reads wallets' statements, however long, a page at a time as whoever reads them asks for more. No
 * transaction is open meanwhile, and a slow reader holds no connection: transfers are never
 * changed, and those of one wallet are committed in the order of their ids, because each is written
 * under the wallet's lock. So nothing is added behind a statement's back between its first line and
 * its last.
 */
@Singleton
public final class Statements {

  private static final String ACCOUNTS =
      """
      SELECT available_account_id, holding_account_id, pending_account_id
      FROM wallet WHERE business_id = $1 AND purpose = $2 AND currency = $3
      """;

  /** Sums up what the accounts $1 to $3 held before $4 and before $5. */
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

  /**
   * Transfers out of one account, or into it. An account and its range of ids are compared as
   * pairs, not each by itself, so that nothing but the account's index fits: PostgreSQL would
   * rather walk through the transfers of all accounts by their ids, in the hope of this account's,
   * and walk to the end where there are none.
   */
  private static final String SIDE =
      """
      (SELECT id, created_at, kind, amount_minor, debit_account_id, credit_account_id,
              payout_id, collection_id, reference
       FROM ledger_transfer
       WHERE (:side, id) > (:account, $4) AND (:side, id) <= (:account, $5)
       ORDER BY :side, id LIMIT :page)
      """;

  /**
   * As many transfers behind the id $4, up to $5, as a page has; one between two accounts of the
   * wallet is found twice. The page's size stands in the text: PostgreSQL takes an unknown one for
   * a tenth of all rows, and would read all payouts for each page.
   */
  private static final String PAGE =
      """
      SELECT t.id, t.created_at, t.kind, t.amount_minor, t.debit_account_id, t.credit_account_id,
             coalesce(t.payout_id, t.collection_id) AS subject,
             coalesce(p.business_reference,
                      'sweep of ' || to_char(p.sweep_due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
                      c.reference, t.reference, '') AS reference
      FROM (SELECT DISTINCT ON (id) * FROM (:sides) found ORDER BY id LIMIT :page) t
      LEFT JOIN payout p ON p.id = t.payout_id
      LEFT JOIN collection c ON c.id = t.collection_id
      ORDER BY t.id
      """;

  private final Database database;
  private final int page;
  private final String pageStatement;
  private final Duration timeout;

  Statements(Database database, StatementConfig config) {
    if (config.page() < 1) {
      throw new IllegalArgumentException("payments.statement.page must be at least 1.");
    }
    this.database = database;
    this.page = config.page();
    this.pageStatement = pageOf(page);
    this.timeout = config.timeout();
  }

  /** A statement without its lines; fails with 404 {@code wallet not found}. */
  public Uni<Statement> sumUp(Query query) {
    return database
        .execute(
            ACCOUNTS, Tuple.of(query.businessId(), query.purpose().code(), query.currency().name()))
        .map(Statements::accounts)
        .chain(
            accounts ->
                database
                    .executeLong(SUMS, parameters(query, accounts), timeout)
                    .map(rows -> statement(query, accounts, rows.iterator().next())));
  }

  /** The lines of a statement, the oldest first, in pages that are read one after the other. */
  public Multi<List<Line>> lines(Statement statement) {
    if (statement.lines() == 0) {
      return Multi.createFrom().empty();
    }
    return Multi.createBy()
        .repeating()
        .uni(
            () -> new StatementRepository(statement),
            reading -> read(statement, reading).map(reading::next))
        .whilst(read -> read.transfers() == page)
        .map(StatementRepository.Page::lines);
  }

  private Uni<RowSet<Row>> read(Statement statement, StatementRepository reading) {
    Accounts accounts = statement.accounts();
    return database.execute(
        pageStatement,
        Tuple.of(
            accounts.available(),
            accounts.holding(),
            accounts.pending(),
            reading.after(),
            statement.ids().last()));
  }

  /** The statement that reads pages of this size. */
  static String pageOf(int size) {
    String sides =
        Stream.of("debit_account_id", "credit_account_id")
            .flatMap(
                side ->
                    Stream.of("$1", "$2", "$3")
                        .map(account -> SIDE.replace(":side", side).replace(":account", account)))
            .collect(Collectors.joining(" UNION ALL "));
    return PAGE.replace(":sides", sides).replace(":page", Integer.toString(size));
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

  private static Accounts accounts(RowSet<Row> rows) {
    if (!rows.iterator().hasNext()) {
      throw ApiFault.WALLET_NOT_FOUND.asException();
    }
    Row row = rows.iterator().next();
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
