package org.mizani.lease;

import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.mizani.database.Told;

/** Reads the rows of a claim. */
public final class ClaimedRows {

  private static final Logger LOG = Logger.getLogger(ClaimedRows.class);

  private ClaimedRows() {}

  /**
   * The rows that can be read: one that cannot (its encryption key is gone) is reported and left to
   * its lease, and does not hold up the others.
   *
   * @param what the rows are, as a message begins: {@code payout}
   */
  public static <T> List<T> readable(RowSet<Row> rows, String what, Function<Row, T> read) {
    List<T> readable = new ArrayList<>(rows.size());
    for (Row row : rows) {
      try {
        readable.add(read.apply(row));
      } catch (RuntimeException e) {
        LOG.errorf("%s %s cannot be settled: %s", what, row.getUUID("id"), Told.words(e));
      }
    }
    return readable;
  }
}
