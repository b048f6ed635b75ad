package org.mizani.payout.bulk;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Answer to the order of a batch, or to the cancellation of one that was scheduled.
 *
 * @param status {@code scheduled} or {@code cancelled}; null of one that is executed at once
 * @param executeAt in UTC, to the millisecond; null of one that is executed at once
 * @param created the number of items with a payout
 * @param unexecuted the number of items that are neither; null of one that is executed at once
 * @param items in the request's order
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BulkAnswer(
    String bulkId,
    String status,
    Instant executeAt,
    boolean atomic,
    int created,
    int refused,
    Integer unexecuted,
    List<BulkItem> items) {

  static BulkAnswer of(UUID id, boolean atomic, List<BulkItem> items) {
    int created = (int) items.stream().filter(BulkItem::isCreated).count();
    return new BulkAnswer(
        id.toString(), null, null, atomic, created, items.size() - created, null, items);
  }

  /** Of a batch that is not executed. */
  static BulkAnswer unexecuted(
      UUID id, String status, Instant executeAt, boolean atomic, List<BulkItem> items) {
    int refused = (int) items.stream().filter(BulkItem::isRefused).count();
    return new BulkAnswer(
        id.toString(), status, executeAt, atomic, 0, refused, items.size() - refused, items);
  }
}
