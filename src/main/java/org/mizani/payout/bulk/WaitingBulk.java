package org.mizani.payout.bulk;

import java.time.Instant;
import org.mizani.database.ShownTime;
import org.mizani.payout.schedule.OpenSchedules.Waiting;

/**
 * Batch that waits for its time, without its items.
 *
 * @param status {@code scheduled}, or {@code executing} once it cannot be cancelled any more
 * @param executeAt in UTC, to the millisecond
 * @param createdAt in UTC, to the millisecond
 * @param refused the number of items that were refused when it was ordered
 * @param unexecuted the number of the others
 */
public record WaitingBulk(
    String bulkId,
    String status,
    Instant executeAt,
    boolean atomic,
    Instant createdAt,
    long refused,
    long unexecuted) {

  static WaitingBulk of(Waiting bulk) {
    return new WaitingBulk(
        bulk.id().toString(),
        bulk.status().code(),
        bulk.executeAt(),
        bulk.atomic(),
        ShownTime.of(bulk.createdAt()),
        bulk.refused(),
        bulk.items() - bulk.refused());
  }
}
