package org.mizani.work;

import java.time.Duration;

/**
 * Lease that this pod holds, until its work has ended. Either it is used, for a call or to put the
 * row off, or it is given back, once: a poll that counted as skipped twice would make a payout look
 * as if it had not been submitted.
 */
final class HeldLease {

  private enum Stage {
    UNUSED,
    USED,
    GIVEN_BACK
  }

  private final LeaseEnd end;
  private Stage stage = Stage.UNUSED;

  HeldLease(LeaseEnd end) {
    this.end = end;
  }

  /** Uses the lease for this long; false if it was given back, or ends earlier. */
  synchronized boolean use(Duration timeout) {
    if (stage == Stage.GIVEN_BACK || !end.leaves(timeout)) {
      return false;
    }
    stage = Stage.USED;
    return true;
  }

  /** Whether the lease is in use, and has not ended. */
  synchronized boolean lasts() {
    return stage == Stage.USED && end.leaves(Duration.ZERO);
  }

  /** Whether it is, or was, used. */
  synchronized boolean isUsed() {
    return stage == Stage.USED;
  }

  /** Gives the lease back; false if it is used, or was given back before. */
  synchronized boolean giveBack() {
    if (stage != Stage.UNUSED) {
      return false;
    }
    stage = Stage.GIVEN_BACK;
    return true;
  }
}
