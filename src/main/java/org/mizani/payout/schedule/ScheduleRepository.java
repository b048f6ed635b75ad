package org.mizani.payout.schedule;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.database.Database;
import org.mizani.repeat.RecordedKeys;
import org.mizani.work.BatchColumns;

/**
 * Repository of batches that wait for their time: ordered, read and cancelled. Each change of a
 * status is one statement, which looks at the status that the row has: of a cancellation and an
 * execution one wins.
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

  /** Cancels a batch of business {@code $2}, unless its execution has begun. */
  static final String CANCEL =
      DueBulks.endUnexecuted("cancelled", "business_id = $2 AND status = 'scheduled'");

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
        () -> database.execute(CANCEL, Tuple.of(id, businessId)).chain(() -> find(businessId, id)));
  }

  private static ScheduledBulk bulk(Row row) {
    return new ScheduledBulk(
        row.getUUID("id"),
        row.getOffsetDateTime("created_at").toInstant(),
        row.getOffsetDateTime("execute_at").toInstant(),
        row.getBoolean("atomic"),
        ScheduleStatus.of(row.getString("status")),
        ScheduledResult.list(row.getJsonArray("results")));
  }
}
