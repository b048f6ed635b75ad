package org.mizani.payout.schedule;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.mizani.work.Lease;

/**
 * Batch that is due, under a lease of this pod.
 *
 * @param late whether it is beyond the greatest lateness
 * @param last whether another try could come too late
 * @param results answers to its items at its order
 */
public record DueBulk(
    Lease lease,
    long businessId,
    long apiKeyId,
    Instant executeAt,
    boolean atomic,
    boolean late,
    boolean last,
    List<ScheduledResult> results,
    byte[] itemsEncrypted) {

  /** The references of the items that wait, in the order of the request. */
  public List<String> references() {
    return results.stream()
        .filter(ScheduledResult::isAccepted)
        .map(ScheduledResult::businessReference)
        .toList();
  }

  /** The id of the batch. */
  public UUID id() {
    return lease.id();
  }

  @Override
  public String toString() {
    return "Bulk[" + id() + ", " + executeAt + "]";
  }
}
