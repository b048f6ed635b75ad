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

  /** Tries at most: what fails at each of them is the batch's own, and would fail at all others. */
  public static final int MOST_TRIES = 10;

  /** Whether all tries were made. They count as they begin, also where their pod does not live. */
  public boolean isSpent() {
    return lease.polls() > MOST_TRIES;
  }

  /** Whether there is no other try after this one. */
  public boolean isLastTry() {
    return last || lease.polls() >= MOST_TRIES;
  }

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
