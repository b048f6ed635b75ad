package org.mizani.payout.schedule;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.mizani.database.Database;
import org.mizani.work.Lease;
import org.mizani.work.LeaseSql;
import org.mizani.work.LeaseTable;

/**
 * Repository of batches whose time has come, each under the lease of one pod. Each change of a
 * status is one statement, which wants the lease that it was made under.
 */
@Singleton
public final class DueBulks {

  private static final String ENDED =
      """
      ended_at = now(), due_at = NULL, items_encrypted = NULL, claimed_references = '{}'
      """;

  /**
   * Ends batch {@code $1} unexecuted, and has its end told with the items that its order refused.
   */
  private static final String END_UNEXECUTED =
      """
      WITH ended AS (
        UPDATE payout_bulk_schedule SET status = '%s', %s
        WHERE id = $1 AND %s
        RETURNING id, business_id, status, results
      )
      INSERT INTO payout_bulk_open (id, business_id, created_at, status, refused)
      SELECT id, business_id, now(), status, %s FROM ended
      """;

  private static final String UNDER_LEASE =
      "polls = $2 AND status = 'executing' AND due_at > now()";

  /** Ends a batch that came too late, under lease {@code $2}, while that lasts. */
  static final String EXPIRE = endUnexecuted("expired", UNDER_LEASE);

  /**
   * Leases one due batch, of none of the businesses {@code $4}; its lateness is compared with
   * {@code $3} milliseconds. The row counts how often it was taken, in {@code polls}: so does one
   * whose pod ends.
   */
  static final String CLAIM =
      LeaseSql.claimWhere(
              new LeaseTable("payout_bulk_schedule", "due_at", false),
              "business_id <> ALL ($4)",
              "status = 'executing'")
          + """
            SELECT id, polls, business_id, api_key_id, execute_at, atomic, results, items_encrypted,
                   execute_at < now() - $3 * interval '1 millisecond' AS late,
                   execute_at < now() - ($3 - (polls + 3) * $2) * interval '1 millisecond' AS last
            FROM claimed
            """;

  /** Ends the execution of batch {@code $1} under lease {@code $2}, while that lasts. */
  static final String END =
      """
      UPDATE payout_bulk_schedule SET status = 'executed', %s
      WHERE id = $1 AND %s
      """
          .formatted(ENDED, UNDER_LEASE);

  /** Gives back batch {@code $1} of lease {@code $2}, to be due in {@code $3} milliseconds. */
  static final String GIVE_BACK =
      """
      UPDATE payout_bulk_schedule
      SET status = 'scheduled', due_at = now() + $3 * interval '1 millisecond'
      WHERE id = $1 AND polls = $2 AND status = 'executing'
      """;

  private final Database database;
  private final ScheduledItems.Encryption encryption;

  DueBulks(Database database, ScheduledItems.Encryption encryption) {
    this.database = database;
    this.encryption = encryption;
  }

  /** The statement that ends batch {@code $1} so, if it fulfils this condition. */
  static String endUnexecuted(String status, String condition) {
    return END_UNEXECUTED.formatted(status, ENDED, condition, OpenSchedules.REFUSED);
  }

  /** Leases a batch that is due, the longest due first, but none of these businesses. */
  public Uni<Optional<DueBulk>> claim(Duration lease, Duration latestBy, Set<Long> without) {
    return database.find(
        CLAIM,
        Tuple.of(1, lease.toMillis(), latestBy.toMillis(), without.toArray(Long[]::new)),
        DueBulks::due);
  }

  /**
   * The items of a due batch.
   *
   * @throws org.mizani.encryption.UndecryptableException if their encryption key is gone
   */
  public ScheduledItems items(DueBulk due) {
    return encryption.decrypt(due.id(), due.itemsEncrypted());
  }

  /** Ends the execution of a batch; answers whether its lease is this one's still. */
  public Uni<Boolean> end(Lease lease) {
    return change(END, lease);
  }

  /** Ends a batch that came too late; answers whether its lease is this one's still. */
  public Uni<Boolean> expire(Lease lease) {
    return change(EXPIRE, lease);
  }

  private Uni<Boolean> change(String statement, Lease lease) {
    return database
        .execute(statement, Tuple.of(lease.id(), lease.polls()))
        .map(done -> done.rowCount() == 1);
  }

  /** Gives back a batch that could not be executed; it can be cancelled until it is due again. */
  public Uni<Void> giveBack(Lease lease, Duration delay) {
    return database
        .execute(GIVE_BACK, Tuple.of(lease.id(), lease.polls(), delay.toMillis()))
        .replaceWithVoid();
  }

  private static DueBulk due(Row row) {
    return new DueBulk(
        new Lease(row.getUUID("id"), row.getInteger("polls")),
        row.getLong("business_id"),
        row.getLong("api_key_id"),
        row.getOffsetDateTime("execute_at").toInstant(),
        row.getBoolean("atomic"),
        row.getBoolean("late"),
        row.getBoolean("last"),
        ScheduledResult.list(row.getJsonArray("results")),
        row.getBuffer("items_encrypted").getBytes());
  }
}
