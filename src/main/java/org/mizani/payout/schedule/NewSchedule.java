package org.mizani.payout.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.repeat.RequestKey;

/**
 * Batch to schedule.
 *
 * @param key of its request, which is recorded with it
 * @param results answers to its items, in the order of the request
 * @param items those that are not refused
 */
public record NewSchedule(
    UUID id,
    Caller caller,
    boolean atomic,
    Instant executeAt,
    Optional<RequestKey> key,
    List<ScheduledResult> results,
    ScheduledItems items) {

  String[] references() {
    return results.stream()
        .filter(ScheduledResult::isAccepted)
        .map(ScheduledResult::businessReference)
        .toArray(String[]::new);
  }

  @Override
  public String toString() {
    return "NewSchedule[" + id + "]";
  }
}
