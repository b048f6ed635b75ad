package org.mizani.work;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mizani.database.Database;

/**
 * Leases on the rows of one table of due work. Its due column, usually {@code next_poll_at}, holds
 * the time of a row's next poll: the end of the lease while a pod works on the row. Once it needs
 * no poll any more, the row goes.
 */
public final class Leases {

  /**
   * Leases up to {@code $1} due rows for {@code $2} milliseconds. Rows that another pod is leasing
   * at this moment are skipped; rows of a dead pod are due again when their lease ends.
   */
  private static final String CLAIM =
      """
      WITH due AS (
        SELECT id FROM %1$s
        WHERE %2$s <= now()
        ORDER BY %2$s
        LIMIT $1
        FOR NO KEY UPDATE SKIP LOCKED
      ), claimed AS (
        UPDATE %1$s r
        SET %3$s polls = r.polls + 1
        -- Through an array: of a parameter as limit the planner expects a tenth of the table.
        WHERE r.id = ANY (ARRAY(SELECT id FROM due))
        RETURNING r.*
      )
      """;

  private static final String END_OF_LEASE = "%s = now() + $2 * interval '1 millisecond', ";

  /**
   * Makes rows due again after their wait, or deletes them where the wait is null. A row that is
   * locked at this moment is skipped: its writer decides about it, and without waiting there is no
   * deadlock. A row that was claimed again in the meantime belongs to the other pod. The rows are
   * found by one array of their ids, and joined by a hash of it: by the id itself the index would
   * be searched for the whole array once for each (ADR 2).
   */
  private static final String POSTPONE =
      """
      WITH free AS (
        SELECT r.id, l.wait_ms, l.skipped
        FROM %1$s r
        JOIN unnest($1::uuid[], $2::integer[], $3::bigint[], $4::integer[])
          AS l (id, polls, wait_ms, skipped)
          ON uuid_hash(r.id) = uuid_hash(l.id) AND r.id IS NOT DISTINCT FROM l.id
            AND r.polls = l.polls
        WHERE r.id = ANY ($1)
        FOR NO KEY UPDATE OF r SKIP LOCKED
      ), free_columns AS MATERIALIZED (
        SELECT array_agg(id) FILTER (WHERE wait_ms IS NULL) AS ended,
               array_agg(id) FILTER (WHERE wait_ms IS NOT NULL) AS ids,
               array_agg(wait_ms) FILTER (WHERE wait_ms IS NOT NULL) AS wait_ms,
               array_agg(skipped) FILTER (WHERE wait_ms IS NOT NULL) AS skipped
        FROM free
      ), ended AS (
        DELETE FROM %1$s r USING free_columns f WHERE r.id = ANY (f.ended)
      )
      UPDATE %1$s r
      SET %2$s = now() + f.wait_ms[array_position(f.ids, r.id)] * interval '1 millisecond',
          skipped_polls = r.skipped_polls + f.skipped[array_position(f.ids, r.id)]
      FROM free_columns f
      WHERE r.id = ANY (f.ids)
      """;

  private record Wait(Lease lease, Duration duration, boolean skipped) {}

  private final Database database;
  private final String postpone;
  private final Batcher<Wait, Boolean> batcher;

  /**
   * @param table has the columns {@code id}, {@code polls} and {@code skipped_polls}
   * @param due the column with the time of the next poll
   */
  public Leases(Database database, String table, String due, LeaseSettings settings) {
    this.database = database;
    this.postpone = postponementOf(table, due);
    this.batcher = new Batcher<>(settings.apply(), settings.gather(), this::run);
  }

  /**
   * Beginning of a statement that claims due rows, the longest due first, and reads them from its
   * relation {@code claimed}. Its parameters are the number of rows and the length of the lease in
   * milliseconds.
   *
   * @param due the column with the time of the next poll
   * @param leaseEnds further columns that keep the end of the lease
   */
  public static String claimOf(String table, String due, String... leaseEnds) {
    String ends =
        Stream.concat(Stream.of(due), Stream.of(leaseEnds))
            .map(END_OF_LEASE::formatted)
            .collect(Collectors.joining());
    return CLAIM.formatted(table, due, ends);
  }

  /** The statement that ends leases. */
  static String postponementOf(String table, String due) {
    return POSTPONE.formatted(table, due);
  }

  /** Ends a lease: the row is due again after this wait. */
  public Uni<Void> postpone(Lease lease, Duration wait) {
    return batcher.submit(new Wait(lease, wait, false)).replaceWithVoid();
  }

  /** Ends a lease likewise, and counts its poll as skipped: the rail was not called. */
  public Uni<Void> skip(Lease lease, Duration wait) {
    return batcher.submit(new Wait(lease, wait, true)).replaceWithVoid();
  }

  /** Ends a lease for good: the row is deleted. */
  public Uni<Void> end(Lease lease) {
    return batcher.submit(new Wait(lease, null, false)).replaceWithVoid();
  }

  /** Ends leases in one statement: the rows are due at once, for any pod. */
  Uni<Void> giveBack(Collection<Lease> given) {
    return run(given.stream().map(lease -> new Wait(lease, Duration.ZERO, false)).toList())
        .replaceWithVoid();
  }

  private Uni<List<Boolean>> run(List<Wait> waits) {
    return database
        .execute(
            postpone,
            Tuple.of(
                waits.stream().map(wait -> wait.lease().id()).toArray(UUID[]::new),
                waits.stream().map(wait -> wait.lease().polls()).toArray(Integer[]::new),
                waits.stream().map(Leases::millis).toArray(Long[]::new),
                waits.stream().map(wait -> wait.skipped() ? 1 : 0).toArray(Integer[]::new)))
        .replaceWith(Collections.nCopies(waits.size(), true));
  }

  private static Long millis(Wait wait) {
    return wait.duration() == null ? null : wait.duration().toMillis();
  }
}
