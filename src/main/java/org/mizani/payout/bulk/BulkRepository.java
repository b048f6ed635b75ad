package org.mizani.payout.bulk;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.mizani.access.Caller;
import org.mizani.database.Database;
import org.mizani.paging.Cursor;
import org.mizani.paging.Page;
import org.mizani.payout.bulk.BulkProgress.Counts;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.repeat.RecordedKeys;
import org.mizani.repeat.RequestKey;
import org.mizani.work.BatchColumns;

/** Repository of batches, with the results of their items. */
@Singleton
final class BulkRepository {

  /**
   * Batch to record, with the key of its request, and what recording it is part of.
   *
   * @param apiKeyId the API key that ordered it
   */
  record NewBulk(
      UUID id,
      long businessId,
      long apiKeyId,
      boolean atomic,
      Optional<RequestKey> key,
      BulkRun run) {

    /** Batch that is executed when it is ordered. */
    static NewBulk atOnce(UUID id, Caller caller, boolean atomic, Optional<RequestKey> key) {
      return new NewBulk(id, caller.businessId(), caller.apiKeyId(), atomic, key, BulkRun.AT_ONCE);
    }
  }

  /** Batch as it is recorded. */
  record Recorded(UUID id, Instant createdAt, boolean atomic) {}

  private static final BatchColumns<NewBulk> REQUEST =
      RecordedKeys.with(
          new BatchColumns<NewBulk>()
              .uuid("id", NewBulk::id)
              .bigint("business_id", NewBulk::businessId)
              .bigint("api_key_id", NewBulk::apiKeyId)
              .bool("atomic", NewBulk::atomic),
          NewBulk::key);

  /** Records a batch with its items and its request's key, unless the key is recorded already. */
  static final String RECORD =
      """
      WITH request AS (
        SELECT * FROM %1$s
      )%2$s
      , recorded AS (
        INSERT INTO payout_bulk (id, business_id, api_key_id, atomic)
        SELECT id, business_id, api_key_id, atomic FROM request%3$s
        RETURNING id, business_id, created_at
      ), opened AS (
        INSERT INTO payout_bulk_open (id, business_id, created_at)
        SELECT id, business_id, created_at FROM recorded
      ), item AS (
        INSERT INTO payout_bulk_item (
          bulk_id, created_at, number, business_reference, payout_id, refusal)
        SELECT r.id, r.created_at, i.number, i.business_reference, i.payout_id, i.refusal::jsonb
        FROM recorded r
        CROSS JOIN unnest(%4$s::integer[], %5$s::text[], %6$s::uuid[], %7$s::text[])
          AS i (number, business_reference, payout_id, refusal)
      )
      SELECT id FROM recorded
      """
          .formatted(
              REQUEST.as("r"),
              RecordedKeys.recordedOf("request"),
              RecordedKeys.WHERE_IS_FIRST,
              REQUEST.parameterAfter(1),
              REQUEST.parameterAfter(2),
              REQUEST.parameterAfter(3),
              REQUEST.parameterAfter(4));

  /** Batch {@code $1} of business {@code $2}. */
  static final String FIND =
      "SELECT id, created_at, atomic FROM payout_bulk WHERE id = $1 AND business_id = $2";

  private static final String ITEMS =
      """
      FROM payout_bulk_item i
      LEFT JOIN LATERAL (SELECT status FROM payout WHERE id = i.payout_id LIMIT 1) p ON true
      WHERE i.bulk_id = $1 AND i.created_at = $2
      """;

  /** Items of a batch, counted. */
  static final String COUNT =
      """
      SELECT count(i.payout_id) AS created, count(i.refusal) AS refused,
             count(*) FILTER (WHERE p.status = 'pending') AS pending,
             count(*) FILTER (WHERE p.status = 'success') AS paid,
             count(*) FILTER (WHERE p.status = 'failure') AS failed
      """
          + ITEMS;

  /** Up to {@code $4} items of a batch, those behind number {@code $3}. */
  static final String PAGE =
      """
      SELECT i.number, i.business_reference, i.payout_id, i.refusal, p.status
      """
          + ITEMS
          + """
            AND i.number > $3
          ORDER BY i.number
          LIMIT $4
          """;

  private final Database database;

  BulkRepository(Database database) {
    this.database = database;
  }

  /** Records a batch; answers whether its key was free. Part of the transaction of its payouts. */
  Uni<Boolean> record(NewBulk bulk, List<BulkItem> items) {
    return database
        .execute(
            RECORD,
            REQUEST.parameters(
                List.of(bulk),
                column(items, BulkItem::index).toArray(Integer[]::new),
                column(items, BulkItem::businessReference).toArray(String[]::new),
                column(items, BulkRepository::payoutId).toArray(UUID[]::new),
                column(items, BulkRepository::refusal).toArray(String[]::new)))
        .map(recorded -> recorded.size() == 1);
  }

  private static UUID payoutId(BulkItem item) {
    return item.isCreated() ? UUID.fromString(item.serviceReference()) : null;
  }

  private static String refusal(BulkItem item) {
    return item.isCreated() ? null : item.refusal().stored().encode();
  }

  private static <T> List<T> column(List<BulkItem> items, Function<BulkItem, T> value) {
    List<T> values = new ArrayList<>(items.size());
    items.forEach(item -> values.add(value.apply(item)));
    return values;
  }

  /** The batch with this id, if the business has ordered it. */
  Uni<Optional<Recorded>> find(Caller caller, UUID id) {
    return database.find(
        FIND,
        Tuple.of(id, caller.businessId()),
        row ->
            new Recorded(
                row.getUUID("id"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getBoolean("atomic")));
  }

  /** The items of a batch, counted. */
  Uni<Counts> count(Recorded bulk) {
    return database.one(
        COUNT,
        Tuple.of(bulk.id(), bulk.createdAt().atOffset(ZoneOffset.UTC)),
        row ->
            new Counts(
                row.getLong("created"),
                row.getLong("refused"),
                row.getLong("pending"),
                row.getLong("paid"),
                row.getLong("failed"),
                null));
  }

  /** A page of a batch's items, those behind this index. */
  Uni<Page<BulkItem>> page(Recorded bulk, long after, int size) {
    return database
        .list(
            PAGE,
            Tuple.of(
                bulk.id(),
                bulk.createdAt().atOffset(ZoneOffset.UTC),
                after,
                size + 1), // one more than the page: whether there is a next one
            BulkRepository::item)
        .map(found -> Page.of(found, size, item -> Cursor.of(item.index())));
  }

  private static BulkItem item(Row row) {
    int index = row.getInteger("number");
    String reference = row.getString("business_reference");
    JsonObject refusal = row.getJsonObject("refusal");
    return refusal == null
        ? BulkItem.created(index, reference, row.getUUID("payout_id").toString())
            .with(PayoutStatus.wireNameOfCode(row.getString("status")))
        : BulkItem.refused(index, reference, ItemRefusal.read(refusal));
  }
}
