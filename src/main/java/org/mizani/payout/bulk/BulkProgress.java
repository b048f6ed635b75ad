package org.mizani.payout.bulk;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;

/**
 * Batch by now, with the results of its items, a page of them at a time.
 *
 * @param status {@code executed}; of one that was ordered for a later time {@code scheduled},
 *     {@code executing}, {@code cancelled} or {@code expired} too
 * @param executeAt in UTC, to the millisecond; null of one that was executed at once
 * @param createdAt in UTC, to the millisecond
 * @param nextCursor {@code cursor} of the query for the next page; absent on the last page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BulkProgress(
    String bulkId,
    String status,
    Instant executeAt,
    boolean atomic,
    Instant createdAt,
    Counts counts,
    List<BulkItem> items,
    String nextCursor) {

  /**
   * Items of a batch, counted.
   *
   * @param created those with a payout; each is pending, paid or failed
   * @param unexecuted those that are neither, of a batch that is not executed; else null
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Counts(
      long created, long refused, long pending, long paid, long failed, Long unexecuted) {

    /** With so many more that were refused. */
    Counts withRefused(long more) {
      return new Counts(created, refused + more, pending, paid, failed, unexecuted);
    }
  }
}
