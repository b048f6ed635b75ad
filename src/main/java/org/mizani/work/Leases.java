package org.mizani.work;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.mizani.database.Database;
import org.mizani.database.DatabaseOutage;

/**
 * The leases on the rows of one table. A column of it, {@code next_poll_at} unless told otherwise,
 * says when somebody has to look at a row: the end of a lease while a pod works on it, the next
 * look after that, null where there is nothing to look for any more.
 */
public final class Leases {

  /**
   * Makes rows due again after so many milliseconds each, never where that is null. One that
   * somebody else is changing at this moment is left to them: nothing is waited for, so nobody
   * waits in a circle. One that was claimed again meanwhile is the other pod's.
   */
  private static final String POSTPONE =
      """
      WITH free AS (
        SELECT r.id, l.wait_ms, l.put_off
        FROM unnest($1::uuid[], $2::integer[], $3::bigint[], $4::integer[])
          AS l (id, polls, wait_ms, put_off)
        JOIN %1$s r ON r.id = l.id AND r.polls = l.polls
        WHERE r.%2$s IS NOT NULL
        FOR NO KEY UPDATE OF r SKIP LOCKED
      )
      UPDATE %1$s r
      SET %2$s = now() + free.wait_ms * interval '1 millisecond',
          skipped_polls = r.skipped_polls + free.put_off
      FROM free WHERE r.id = free.id
      """;

  private record Wait(Lease lease, Duration duration, boolean putOff) {}

  private final Database database;
  private final String postpone;
  private final Batcher<Wait, Boolean> batcher;

  /**
   * @param table has the columns {@code id}, {@code polls}, {@code skipped_polls} and {@code
   *     next_poll_at}
   */
  public Leases(Database database, String table, BatchSettings batching) {
    this(database, table, "next_poll_at", batching);
  }

  /**
   * @param table has the columns {@code id}, {@code polls} and {@code skipped_polls}
   * @param due the column that says when somebody has to look at a row
   */
  public Leases(Database database, String table, String due, BatchSettings batching) {
    this.database = database;
    this.postpone = POSTPONE.formatted(table, due);
    this.batcher =
        new Batcher<>(batching.limits(), failure -> !DatabaseOutage.isBehind(failure), this::run);
  }

  /** Ends a lease: the row is due again after this wait. */
  public Uni<Void> postpone(Lease lease, Duration wait) {
    return batcher.submit(new Wait(lease, wait, false)).replaceWithVoid();
  }

  /** The same where nothing was done with the row: this look does not count as one. */
  public Uni<Void> putOff(Lease lease, Duration wait) {
    return batcher.submit(new Wait(lease, wait, true)).replaceWithVoid();
  }

  /** Ends a lease for good: nobody looks at the row again. */
  public Uni<Void> end(Lease lease) {
    return batcher.submit(new Wait(lease, null, false)).replaceWithVoid();
  }

  /** Ends leases at once, in one statement: the rows are due now, for whoever is there. */
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
                waits.stream().map(wait -> wait.lease().looks()).toArray(Integer[]::new),
                waits.stream().map(Leases::millis).toArray(Long[]::new),
                waits.stream().map(wait -> wait.putOff() ? 1 : 0).toArray(Integer[]::new)))
        .replaceWith(Collections.nCopies(waits.size(), true));
  }

  private static Long millis(Wait wait) {
    return wait.duration() == null ? null : wait.duration().toMillis();
  }
}
