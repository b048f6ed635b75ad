package org.mizani.support;

import jakarta.inject.Singleton;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** All that the service has stored, for comparing before and after. */
@Singleton
public class StoredState {

  private static final String TABLES =
      """
      SELECT relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname NOT IN ('flyway_schema_history', 'rate_window')
      """;

  // Without what moves by itself: polls of what is pending.
  private static final String DIGEST =
      """
      SELECT '%1$s' AS name, count(*) || ' rows, ' || md5(coalesce(string_agg(r, ',' ORDER BY r), ''))
        AS digest FROM (SELECT (to_jsonb(t) - 'polls' - 'next_poll_at' - 'leased_until')::text AS r FROM %1$s t) rows
      """;

  private final Rows rows;

  StoredState(Rows rows) {
    this.rows = rows;
  }

  /** Of each table, its partitions included, how many rows it has, and a digest of them. */
  public Map<String, String> read() {
    String all =
        rows.execute(TABLES).stream()
            .map(table -> DIGEST.formatted(table.getString(0)))
            .collect(Collectors.joining(" UNION ALL "));
    Map<String, String> state = new TreeMap<>();
    rows.execute(all).forEach(table -> state.put(table.getString(0), table.getString(1)));
    return state;
  }
}
