package org.mizani.payout.schedule;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.mizani.database.Database;

/** Batches of a business that wait for their time, while it orders another one. */
@Singleton
public final class OpenSchedules {

  /** Business {@code $1} schedules one batch after the other. */
  private static final String LOCK =
      "SELECT pg_advisory_xact_lock(hashtext('payout_bulk_schedule'), hashint8($1))";

  /**
   * Open batches of business {@code $1}, and those of the references {@code $2} they have, looked
   * for where there are fewer than {@code $3}.
   */
  static final String OPEN =
      """
      SELECT o.open,
             CASE WHEN o.open < $3 THEN
               -- Hashed, which a comparison with an array as parameter is not.
               ARRAY(SELECT r FROM payout_bulk_schedule s CROSS JOIN unnest(s.claimed_references) AS r
                     WHERE s.business_id = $1 AND s.due_at IS NOT NULL
                     INTERSECT SELECT unnest($2::text[]))
             ELSE '{}' END AS claimed
      FROM (SELECT count(*) AS open FROM payout_bulk_schedule
            WHERE business_id = $1 AND due_at IS NOT NULL) o
      """;

  /** The items of a row that its order refused, counted. */
  static final String REFUSED =
      """
      (SELECT count(*) FROM jsonb_array_elements(results) AS item
       WHERE item ->> 'refusal' IS NOT NULL)""";

  /** The open batches of business {@code $1}, the next one first. */
  static final String LIST =
      """
      SELECT id, created_at, execute_at, atomic, status, jsonb_array_length(results) AS items,
             %s AS refused
      FROM payout_bulk_schedule
      WHERE business_id = $1 AND due_at IS NOT NULL
      ORDER BY execute_at, id
      """
          .formatted(REFUSED);

  private final Database database;

  OpenSchedules(Database database) {
    this.database = database;
  }

  /**
   * Open batches of a business.
   *
   * @param count how many there are
   * @param claimed those of the references that were looked for that they have
   */
  public record Open(long count, Set<String> claimed) {}

  /**
   * Open batch, with its items counted.
   *
   * @param items all of them
   * @param refused those that were refused when it was ordered
   */
  public record Waiting(
      UUID id,
      Instant createdAt,
      Instant executeAt,
      boolean atomic,
      ScheduleStatus status,
      long items,
      long refused) {}

  /** All open batches of a business, which are few, the next one first. */
  public Uni<List<Waiting>> list(long businessId) {
    return database.list(
        LIST,
        Tuple.of(businessId),
        row ->
            new Waiting(
                row.getUUID("id"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("execute_at").toInstant(),
                row.getBoolean("atomic"),
                ScheduleStatus.of(row.getString("status")),
                row.getLong("items"),
                row.getLong("refused")));
  }

  /**
   * The open batches of a business, which schedules no other until the end of the transaction.
   *
   * @param references are looked for in them, unless there are as many as there may be
   */
  public Uni<Open> lock(long businessId, List<String> references, long most) {
    if (!Database.isInTransaction()) {
      throw new IllegalStateException("batches are scheduled in a transaction");
    }
    return database
        .execute(LOCK, Tuple.of(businessId))
        .chain(
            () ->
                database.one(
                    OPEN,
                    Tuple.of(businessId, references.toArray(String[]::new), most),
                    row ->
                        new Open(
                            row.getLong("open"),
                            Set.copyOf(Arrays.asList(row.getArrayOfStrings("claimed"))))));
  }
}
