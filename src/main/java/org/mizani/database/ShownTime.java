package org.mizani.database;

import io.vertx.mutiny.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;

/** Times of rows and entities in the precision of the interfaces. */
public final class ShownTime {

  private ShownTime() {}

  /** The time in this column to the millisecond, or null. */
  public static Instant of(Row row, String column) {
    OffsetDateTime at = row.getOffsetDateTime(column);
    return at == null ? null : of(at.toInstant());
  }

  /** This time to the millisecond, or null. */
  public static Instant of(Instant at) {
    return at == null ? null : at.truncatedTo(ChronoUnit.MILLIS);
  }
}
