package org.mizani.ledger;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mizani.database.Database;
import org.mizani.ledger.Statement.Accounts;
import org.mizani.ledger.Statement.Line;

/**
 * Lines of statements, read a page at a time as the reader asks for more. No transaction is open
 * meanwhile, and a slow reader holds no connection. The statement stays consistent all the same:
 * transfers are never changed, and those of one wallet are committed in the order of their ids,
 * because each is written under the wallet's lock.
 */
@Singleton
public final class StatementLines {

  /**
   * Transfers out of one account, or into it. An account and its range of ids are compared as
   * pairs, not each by itself, so that only the account's index fits. Otherwise PostgreSQL may walk
   * through the transfers of all accounts by their ids, to the end where this account has none.
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
   * A page of transfers behind the id $4, up to $5. A transfer between two accounts of the wallet
   * is found twice. The page's size stands in the text: PostgreSQL estimates an unknown limit as a
   * tenth of all rows, and would read all payouts for each page.
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

  StatementLines(Database database, LedgerConfig.Statement config) {
    if (config.page() < 1) {
      throw new IllegalArgumentException("payments.statement.page must be at least 1.");
    }
    this.database = database;
    this.page = config.page();
    this.pageStatement = pageOf(page);
  }

  /** The lines of a statement, the oldest first. */
  public Multi<List<Line>> of(Statement statement) {
    if (statement.lines() == 0) {
      return Multi.createFrom().empty();
    }
    return Multi.createBy()
        .repeating()
        .uni(() -> new Progress(statement), progress -> read(progress).map(progress::next))
        .whilst(read -> read.transfers() == page)
        .map(Page::lines);
  }

  private Uni<RowSet<Row>> read(Progress progress) {
    Accounts accounts = progress.statement.accounts();
    return database.execute(
        pageStatement,
        Tuple.of(
            accounts.available(),
            accounts.holding(),
            accounts.pending(),
            progress.after,
            progress.statement.ids().last()));
  }

  /** The SQL that reads pages of this size. */
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

  /**
   * Page of lines.
   *
   * @param transfers the number of transfers read, including those outside the time range
   */
  private record Page(List<Line> lines, int transfers) {}

  /** Progress of one reader: the id of the last transfer read, and the balance after it. */
  private static final class Progress {

    private final Statement statement;
    private long after;
    private Funds balance;

    private Progress(Statement statement) {
      this.statement = statement;
      this.after = statement.ids().first() - 1;
      this.balance = statement.opening();
    }

    private Page next(RowSet<Row> rows) {
      List<Line> lines = new ArrayList<>(rows.size());
      for (Row row : rows) {
        after = row.getLong("id");
        Instant time = row.getOffsetDateTime("created_at").toInstant();
        if (statement.query().includes(time)) {
          Funds change = change(row);
          balance = balance.plus(change);
          lines.add(line(row, time, change));
        }
      }
      return new Page(lines, rows.size());
    }

    private Line line(Row row, Instant time, Funds change) {
      return new Line(
          after == statement.ids().first(),
          time,
          row.getString("kind"),
          row.getString("reference"),
          Optional.ofNullable(row.getUUID("subject")),
          change,
          balance);
    }

    private Funds change(Row row) {
      return new Funds(
          statement.query().currency(),
          change(row, statement.accounts().available()),
          change(row, statement.accounts().holding()),
          change(row, statement.accounts().pending()));
    }

    private static long change(Row row, long account) {
      long amount = row.getLong("amount_minor");
      if (row.getLong("credit_account_id") == account) {
        return amount;
      }
      return row.getLong("debit_account_id") == account ? -amount : 0;
    }
  }
}
