package org.mizani.ledger;

import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.mizani.ledger.Statement.Line;

/** How far one reading of a statement has come, and what the wallet held there. */
final class StatementRepository {

  private final Statement statement;
  private long after;
  private Funds balance;

  StatementRepository(Statement statement) {
    this.statement = statement;
    this.after = statement.ids().first() - 1;
    this.balance = statement.opening();
  }

  /** The transfer that was read last. */
  long after() {
    return after;
  }

  /**
   * What was read next.
   *
   * @param transfers how many, those included that are no lines
   */
  record Page(List<Line> lines, int transfers) {}

  /** The lines of the next rows. */
  Page next(RowSet<Row> rows) {
    List<Line> lines = new ArrayList<>(rows.size());
    for (Row row : rows) {
      after = row.getLong("id");
      Instant time = row.getOffsetDateTime("created_at").toInstant();
      if (isInRange(time)) {
        Funds change = change(row);
        balance = balance.plus(change);
        lines.add(line(row, time, change));
      }
    }
    return new Page(lines, rows.size());
  }

  /** A transfer's time is that of its transaction's begin, which is in no order with the ids. */
  private boolean isInRange(Instant time) {
    return !time.isBefore(statement.query().from()) && time.isBefore(statement.query().to());
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
