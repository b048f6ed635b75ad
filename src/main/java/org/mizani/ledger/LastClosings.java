package org.mizani.ledger;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.mizani.database.Database;
import org.mizani.database.replica.LaggingReads;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** Reader of the last daily closing: a row for each currency, however much has moved since. */
@Singleton
public final class LastClosings {

  static final String READ =
      """
      WITH last AS (SELECT day, closed_at FROM closed_day ORDER BY day DESC LIMIT 1)
      SELECT l.day, l.closed_at, a.currency, coalesce(c.balance_minor, 0) AS balance_minor,
             (SELECT coalesce(sum(differences), 0)::bigint FROM closing_check) AS differences
      FROM last l
      LEFT JOIN ledger_account a ON a.kind = 'fx_position'
      LEFT JOIN LATERAL (
        SELECT d.balance_minor FROM daily_closing d
        WHERE d.account_id = a.id AND d.day <= l.day ORDER BY d.day DESC LIMIT 1) c ON true
      ORDER BY a.currency
      """;

  private final LaggingReads reads;

  LastClosings(LaggingReads reads) {
    this.reads = reads;
  }

  /** The last closing; empty before the first one. */
  public Uni<Optional<LastClosing>> read() {
    return reads.execute(READ, Tuple.tuple()).map(LastClosings::closing);
  }

  private static Optional<LastClosing> closing(RowSet<Row> rows) {
    List<Row> found = Database.items(rows, row -> row);
    return found.stream()
        .findFirst()
        .map(
            first ->
                new LastClosing(
                    first.getLocalDate("day"),
                    first.getOffsetDateTime("closed_at").toInstant(),
                    first.getLong("differences"),
                    found.stream()
                        .filter(row -> row.getString("currency") != null)
                        .map(LastClosings::position)
                        .toList()));
  }

  private static Money position(Row row) {
    return new Money(CurrencyUnit.valueOf(row.getString("currency")), row.getLong("balance_minor"));
  }
}
