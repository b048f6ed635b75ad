package org.mizani.paging;

import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/** Items of a list, and the place to go on from if there are more. */
public record Page<T>(List<T> items, Optional<Cursor> next) {

  /**
   * The page that rows make.
   *
   * @param read one more than the page holds, where there are more; they have {@code created_at}
   *     and {@code id}
   * @param size how many items it holds
   */
  public static <T> Page<T> of(RowSet<Row> read, int size, Function<Row, T> item) {
    List<Row> rows = StreamSupport.stream(read.spliterator(), false).toList();
    List<T> items = rows.stream().limit(size).map(item).toList();
    return new Page<>(
        items, rows.size() > size ? Optional.of(placeOf(rows.get(size - 1))) : Optional.empty());
  }

  private static Cursor placeOf(Row row) {
    return new Cursor(row.getOffsetDateTime("created_at").toInstant(), row.getUUID("id"));
  }
}
