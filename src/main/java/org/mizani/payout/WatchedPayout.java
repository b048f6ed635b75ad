package org.mizani.payout;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.callback.Words;
import org.mizani.work.Lease;
import org.mizani.work.LeasedWork;

/**
 * A final payout, though its rail may say the contrary.
 *
 * @param watchedFor the time since its watch began
 * @param knownUntil as of {@link Words.Ended}
 */
record WatchedPayout(
    PendingPayout payout, PayoutStatus status, Duration watchedFor, Optional<Instant> knownUntil)
    implements LeasedWork.Row {

  /** What its network's words are compared with. */
  Words.Ended ended() {
    return new Words.Ended(payout.subject(), payout.rail(), payout.age(), knownUntil);
  }

  @Override
  public Lease lease() {
    return payout.lease();
  }

  @Override
  public int calls() {
    return payout.calls();
  }

  @Override
  public String toString() {
    return "WatchedPayout[" + payout.serviceReference() + "]";
  }
}
