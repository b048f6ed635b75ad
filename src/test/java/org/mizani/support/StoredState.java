package org.mizani.support;

import io.quarkus.scheduler.Scheduler;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** All rows that the service has stored, to be compared before and after a test. */
@Singleton
public class StoredState {

  private static final String TABLES =
      """
      SELECT relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname NOT IN ('flyway_schema_history', 'rate_window')
      """;

  // Without columns that change by themselves: polls of pending payments.
  private static final String DIGEST =
      """
      SELECT '%1$s' AS name, count(*) || ' rows, ' || md5(coalesce(string_agg(r, ',' ORDER BY r), ''))
        AS digest FROM (SELECT (to_jsonb(t) - 'polls' - 'next_poll_at' - 'leased_until')::text AS r FROM %1$s t) rows
      """;

  private static final Duration BETWEEN_READS = Duration.ofMillis(100);
  private static final int READS = 5;

  private static final String LEASES =
      """
      SELECT (SELECT count(*) FROM payout_due
              WHERE leased_until = next_poll_at AND leased_until > now())
           + (SELECT count(*) FROM payout_watch
              WHERE leased_until = next_watch_at AND leased_until > now())
           + (SELECT count(*) FROM collection_due
              WHERE leased_until = next_poll_at AND leased_until > now())
      """;

  /**
   * The number of the next transaction that writes, and of the oldest one under way: they are equal
   * if there is none.
   */
  private static final String NEXT_WRITER =
      """
      SELECT pg_snapshot_xmax(s)::text::bigint AS next, pg_snapshot_xmin(s)::text::bigint AS oldest
      FROM pg_current_snapshot() s
      """;

  private final Rows rows;
  private final Scheduler scheduler;
  private OptionalLong readBefore = OptionalLong.empty();
  private Map<String, String> latest;

  StoredState(Rows rows, Scheduler scheduler) {
    this.rows = rows;
    this.scheduler = scheduler;
  }

  /**
   * Halts the scheduled jobs, waits until all work under way is done, and reads the state, which
   * then does not change by itself.
   */
  public Map<String, String> haltAndRead() {
    scheduler.pause();
    Eventually.eventually(() -> rows.count(LEASES), leases -> leases == 0);
    return Eventually.eventually(this::readUnchanged, Optional::isPresent).orElseThrow();
  }

  /**
   * The state if it is the same in several reads: a stall may hide a change between two reads, but
   * not between each two of several.
   */
  private Optional<Map<String, String>> readUnchanged() {
    Map<String, String> first = digests();
    for (int read = 1; read < READS; read++) {
      LockSupport.parkNanos(BETWEEN_READS.toNanos());
      if (!digests().equals(first)) {
        return Optional.empty();
      }
    }
    return Optional.of(first);
  }

  /** Lets the jobs run again. */
  public void resumeJobs() {
    scheduler.resume();
  }

  /** The number of rows and a digest of them, by table, partitions included. */
  public synchronized Map<String, String> read() {
    OptionalLong next = nextWriter();
    if (next.isEmpty() || !next.equals(readBefore)) {
      latest = digests();
      readBefore = next;
    }
    return latest;
  }

  private OptionalLong nextWriter() {
    Row snapshot = rows.execute(NEXT_WRITER).get(0);
    long next = snapshot.getLong("next");
    return snapshot.getLong("oldest").equals(next) ? OptionalLong.of(next) : OptionalLong.empty();
  }

  private Map<String, String> digests() {
    String all =
        rows.execute(TABLES).stream()
            .map(table -> DIGEST.formatted(table.getString(0)))
            .collect(Collectors.joining(" UNION ALL "));
    Map<String, String> state = new TreeMap<>();
    rows.execute(all).forEach(table -> state.put(table.getString(0), table.getString(1)));
    return state;
  }
}
