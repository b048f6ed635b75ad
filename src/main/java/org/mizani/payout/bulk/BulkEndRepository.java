package org.mizani.payout.bulk;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.mizani.database.Database;
import org.mizani.payout.bulk.BulkProgress.Counts;
import org.mizani.webhook.endpoint.EndpointWebhook;
import org.mizani.webhook.endpoint.EventKind;
import org.mizani.work.BatchColumns;

/** Repository of the ends of batches: those to look at, and those that have ended. */
@Singleton
final class BulkEndRepository {

  /**
   * Batch all payouts of which are final, and whose end is not told yet.
   *
   * @param status {@code executed}, {@code cancelled} or {@code expired}
   * @param refused the items that the order of a batch refused that was not executed
   */
  record Ended(
      UUID id, long businessId, UUID business, Instant createdAt, String status, long refused) {}

  /** End of a batch to record, with the webhooks that tell it. */
  record Ending(Ended bulk, Counts counts, List<EndpointWebhook> webhooks) {}

  /**
   * Looks at up to {@code $1} batches that are due, and answers those without a pending payout. Of
   * another one it notes the first pending item, because those before it stay final, and puts the
   * next look off: by a quarter of its age, from a second to a minute.
   */
  static final String LOOK =
      """
      WITH due AS MATERIALIZED (
        SELECT id, business_id, created_at, first_pending, status, refused FROM payout_bulk_open
        WHERE next_look_at <= now()
        ORDER BY next_look_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
      ), looked AS MATERIALIZED (
        SELECT d.*, i.number AS pending
        FROM due d
        LEFT JOIN LATERAL (
          SELECT number FROM payout_bulk_item
          WHERE bulk_id = d.id AND created_at = d.created_at AND number >= d.first_pending
            AND EXISTS (SELECT FROM payout_due WHERE id = payout_id OFFSET 0)
          ORDER BY number LIMIT 1) i ON true
      ), put_off AS (
        UPDATE payout_bulk_open o
        SET first_pending = (SELECT pending FROM looked l WHERE l.id = o.id),
            next_look_at = now() + least(interval '1 minute',
                                         greatest(interval '1 second', (now() - o.created_at) / 4))
        WHERE o.id = ANY (ARRAY(SELECT id FROM looked WHERE pending IS NOT NULL))
      )
      SELECT l.id, l.business_id, b.public_id, l.created_at, l.status, l.refused
      FROM looked l JOIN business b ON b.id = l.business_id
      WHERE l.pending IS NULL
      """;

  /**
   * Keeps the ends of a business's batches apart until the commit: their numbers are in its order.
   */
  private static final String LOCK =
      "SELECT pg_advisory_xact_lock(hashtext('ends of bulks'), ($1::bigint % 2147483647)::integer)";

  private static final BatchColumns<Ending> END =
      new BatchColumns<Ending>()
          .uuid("id", ending -> ending.bulk().id())
          .bigint("created", ending -> ending.counts().created())
          .bigint("refused", ending -> ending.counts().refused())
          .bigint("paid", ending -> ending.counts().paid())
          .bigint("failed", ending -> ending.counts().failed());

  private static final EndpointWebhook.Columns TO_ENDPOINTS = new EndpointWebhook.Columns(END, 0);

  /** Records the end of a batch, unless it is recorded, with the event and its webhooks. */
  static final String RECORD = record("");

  static final String RECORD_AND_TELL = record(TO_ENDPOINTS.insertionOf(EventKind.BULK));

  private static String record(String further) {
    return """
      WITH decision AS (SELECT * FROM %s), closed AS (
        DELETE FROM payout_bulk_open WHERE id = ANY (ARRAY(SELECT id FROM decision))
        RETURNING id, business_id, status
      ), settled AS (
        INSERT INTO payout_bulk_ended (id, business_id, status, created, refused, paid, failed)
        SELECT c.id, c.business_id, c.status, d.created, d.refused, d.paid, d.failed
        FROM closed c JOIN decision d ON d.id = c.id
        RETURNING id, business_id, 1::bigint AS position
      )%s
      SELECT id FROM settled
      """
        .formatted(END.as("d"), further);
  }

  private final Database database;

  BulkEndRepository(Database database) {
    this.database = database;
  }

  /** The batches that have ended, of so many that are due. */
  Uni<List<Ended>> look(int most) {
    return database.list(
        LOOK,
        Tuple.of(most),
        row ->
            new Ended(
                row.getUUID("id"),
                row.getLong("business_id"),
                row.getUUID("public_id"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getString("status"),
                row.getLong("refused")));
  }

  /** Records an end; answers whether no pod had recorded it. */
  Uni<Boolean> record(Ending ending) {
    return database.inTransaction(
        () ->
            database
                .execute(LOCK, Tuple.of(ending.bulk().businessId()))
                .chain(
                    () ->
                        database.execute(
                            ending.webhooks().isEmpty() ? RECORD : RECORD_AND_TELL,
                            TO_ENDPOINTS.parameters(END, List.of(ending), Ending::webhooks)))
                .map(recorded -> recorded.size() == 1));
  }
}
