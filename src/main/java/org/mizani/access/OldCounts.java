package org.mizani.access;

import io.smallrye.mutiny.Uni;
import org.mizani.database.Database;

/** Removal of the old counts of a table, slice by slice. */
final class OldCounts {

  private static final int SLICE = 10_000;

  private final Database database;
  private final String removal;

  /**
   * @param removal of one slice: {@link #removal}
   */
  OldCounts(Database database, String removal) {
    this.database = database;
    this.removal = removal;
  }

  /**
   * Removes one slice of old counts. It waits for no row, so it needs no order of them.
   *
   * @param table whose counts have {@code starts_at}
   * @param keptFor an interval in SQL
   */
  static String removal(String table, String keptFor) {
    return """
        DELETE FROM %1$s WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM %1$s WHERE starts_at < now() - interval '%2$s'
          ORDER BY starts_at LIMIT %3$d FOR UPDATE SKIP LOCKED))
        """
        .formatted(table, keptFor, SLICE);
  }

  /** Removes the counts that are older. */
  Uni<Void> remove() {
    return database
        .execute(removal)
        .chain(removed -> removed.rowCount() < SLICE ? Uni.createFrom().voidItem() : remove());
  }
}
