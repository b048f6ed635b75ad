package org.mizani.ledger;

import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.mizani.ledger.Statement.Line;

/** How far one reading of a statement has come, and what the wallet held there. */
final class StatementReading {

  private final Statement statement;
  private long after;
  private Funds balance;

  StatementReading(Statement statement) {
    this.statement = statement;
    this.after = statement.ids().first() - 1;
    this.balance = statement.opening();
  }

  /** The transfer that was read last. */
  long after() {
    return after;
  }

  /** The lines of the next rows. */
  List<Line> lines(RowSet<Row> rows) {
    List<Line> lines = new ArrayList<>(rows.size());
    for (Row row : rows) {
      Funds change = change(row);
      balance = balance.plus(change);
      after = row.getLong("id");
      lines.add(line(row, change));
    }
    return lines;
  }

  private Line line(Row row, Funds change) {
    return new Line(
        after == statement.ids().first(),
        row.getOffsetDateTime("created_at").toInstant(),
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
