package org.mizani.payout;

import java.time.Duration;

/**
 * A payout that failed by hand, whose rail may have paid it all the same.
 *
 * @param settledFor how long ago it failed
 */
record WatchedPayout(PendingPayout payout, Duration settledFor) {

  @Override
  public String toString() {
    return "WatchedPayout[" + payout.serviceReference() + "]";
  }
}
