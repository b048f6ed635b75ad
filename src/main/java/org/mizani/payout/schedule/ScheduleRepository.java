package org.mizani.payout.schedule;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.database.Database;
import org.mizani.repeat.RecordedKeys;
import org.mizani.work.BatchColumns;
import org.mizani.work.Lease;
import org.mizani.work.LeaseSql;
import org.mizani.work.LeaseTable;

/**
 * Repository of batches that wait for their time. Each change of a status is one statement, which
 * looks at the status that the row has: of a cancellation and an execution one wins.
 */
@Singleton
public final class ScheduleRepository {

  private static final BatchColumns<NewSchedule> REQUEST =
      RecordedKeys.with(
          new BatchColumns<NewSchedule>()
              .uuid("id", NewSchedule::id)
              .bigint("business_id", bulk -> bulk.caller().businessId())
              .bigint("api_key_id", bulk -> bulk.caller().apiKeyId())
              .bool("atomic", NewSchedule::atomic),
          NewSchedule::key);

  /** Schedules a batch with its request's key, unless the key is recorded already. */
  static final String SCHEDULE =
      """
      WITH request AS (
        SELECT * FROM %1$s
      )%2$s
      INSERT INTO payout_bulk_schedule (
        id, business_id, api_key_id, atomic, execute_at, due_at, results, claimed_references,
        items_encrypted)
      SELECT id, business_id, api_key_id, atomic, %4$s::timestamptz, %4$s, %5$s::jsonb,
             %6$s::text[], %7$s::bytea
      FROM request%3$s
      RETURNING id
      """
          .formatted(
              REQUEST.as("r"),
              RecordedKeys.recordedOf("request"),
              RecordedKeys.WHERE_IS_FIRST,
              REQUEST.parameterAfter(1),
              REQUEST.parameterAfter(2),
              REQUEST.parameterAfter(3),
              REQUEST.parameterAfter(4));

  private static final String FIND_WITH =
      """
      SELECT id, created_at, execute_at, atomic, status, %s AS results
      FROM payout_bulk_schedule WHERE id = $1 AND business_id = $2
      """;

  /** Batch {@code $1} of business {@code $2}, with the answers to its items. */
  private static final String FIND_AS_ORDERED = FIND_WITH.formatted("results");

  /** The same; without the items of one that is executed, which are recorded. */
  static final String FIND =
      FIND_WITH.formatted("CASE WHEN status = 'executed' THEN '[]' ELSE results END");

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

  /** Cancels a batch of business {@code $2}, unless its execution has begun. */
  static final String CANCEL =
      END_UNEXECUTED.formatted(
          "cancelled", ENDED, "business_id = $2 AND status = 'scheduled'", OpenSchedules.REFUSED);

  private static final String UNDER_LEASE =
      "polls = $2 AND status = 'executing' AND due_at > now()";

  /** Ends a batch that came too late, under lease {@code $2}, while that lasts. */
  static final String EXPIRE =
      END_UNEXECUTED.formatted("expired", ENDED, UNDER_LEASE, OpenSchedules.REFUSED);

  /** Leases one due batch; its lateness is compared with {@code $3} milliseconds. */
  static final String CLAIM =
      LeaseSql.claimOf(
              new LeaseTable("payout_bulk_schedule", "due_at", false), "status = 'executing'")
          + """
            SELECT id, polls, business_id, api_key_id, execute_at, atomic, results, items_encrypted,
                   execute_at < now() - $3 * interval '1 millisecond' AS late,
                   execute_at < now() - ($3 - 4 * $2) * interval '1 millisecond' AS last
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

  ScheduleRepository(Database database, ScheduledItems.Encryption encryption) {
    this.database = database;
    this.encryption = encryption;
  }

  /** Schedules a batch; answers whether its key was free. */
  public Uni<Boolean> schedule(NewSchedule bulk) {
    JsonArray results = new JsonArray();
    bulk.results().forEach(result -> results.add(result.stored()));
    return database
        .execute(
            SCHEDULE,
            REQUEST.parameters(
                List.of(bulk),
                bulk.executeAt().atOffset(ZoneOffset.UTC),
                results,
                bulk.references(),
                Buffer.buffer(encryption.encrypt(bulk.id(), bulk.items()))))
        .map(recorded -> recorded.size() == 1);
  }

  /** The batch with this id, if the business has scheduled it, with the answers to its items. */
  public Uni<Optional<ScheduledBulk>> findAsOrdered(long businessId, UUID id) {
    return database.find(FIND_AS_ORDERED, Tuple.of(id, businessId), ScheduleRepository::bulk);
  }

  /**
   * The batch with this id, if the business has scheduled it; of one that was executed without its
   * items, which are recorded with their payouts.
   */
  public Uni<Optional<ScheduledBulk>> find(long businessId, UUID id) {
    return database.find(FIND, Tuple.of(id, businessId), ScheduleRepository::bulk);
  }

  /**
   * Cancels a batch of a business, if it was scheduled until now, and finds it as it is then: in
   * one transaction, because one that fails is answered as if it had had no effect.
   */
  public Uni<Optional<ScheduledBulk>> cancel(long businessId, UUID id) {
    return database.inTransaction(
        () -> change(CANCEL, Tuple.of(id, businessId)).chain(cancelled -> find(businessId, id)));
  }

  /** Leases a batch that is due, the longest due first. */
  public Uni<Optional<DueBulk>> claim(Duration lease, Duration latestBy) {
    return database.find(
        CLAIM, Tuple.of(1, lease.toMillis(), latestBy.toMillis()), ScheduleRepository::due);
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
    return change(END, Tuple.of(lease.id(), lease.polls()));
  }

  /** Ends a batch that came too late; answers whether its lease is this one's still. */
  public Uni<Boolean> expire(Lease lease) {
    return change(EXPIRE, Tuple.of(lease.id(), lease.polls()));
  }

  private Uni<Boolean> change(String statement, Tuple parameters) {
    return database.execute(statement, parameters).map(done -> done.rowCount() == 1);
  }

  /** Gives back a batch that could not be executed; it can be cancelled until it is due again. */
  public Uni<Void> giveBack(Lease lease, Duration delay) {
    return database
        .execute(GIVE_BACK, Tuple.of(lease.id(), lease.polls(), delay.toMillis()))
        .replaceWithVoid();
  }

  private static ScheduledBulk bulk(Row row) {
    return new ScheduledBulk(
        row.getUUID("id"),
        instant(row, "created_at"),
        instant(row, "execute_at"),
        row.getBoolean("atomic"),
        ScheduleStatus.of(row.getString("status")),
        results(row));
  }

  private static DueBulk due(Row row) {
    return new DueBulk(
        new Lease(row.getUUID("id"), row.getInteger("polls")),
        row.getLong("business_id"),
        row.getLong("api_key_id"),
        instant(row, "execute_at"),
        row.getBoolean("atomic"),
        row.getBoolean("late"),
        row.getBoolean("last"),
        results(row),
        row.getBuffer("items_encrypted").getBytes());
  }

  private static Instant instant(Row row, String column) {
    return row.getOffsetDateTime(column).toInstant();
  }

  private static List<ScheduledResult> results(Row row) {
    return row.getJsonArray("results").stream()
        .map(JsonObject.class::cast)
        .map(ScheduledResult::read)
        .toList();
  }
}
