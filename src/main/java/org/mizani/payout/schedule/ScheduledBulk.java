package org.mizani.payout.schedule;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Batch that was ordered for a later time, as it is stored, without its items.
 *
 * @param results answers to its items at its order, in the order of the request
 */
public record ScheduledBulk(
    UUID id,
    Instant createdAt,
    Instant executeAt,
    boolean atomic,
    ScheduleStatus status,
    List<ScheduledResult> results) {

  /** Whether its items were judged at its time: their results are recorded as of any batch. */
  public boolean isJudged() {
    return status == ScheduleStatus.EXECUTED;
  }
}
