package org.mizani.rail.callback;

import java.time.Instant;

/** Number of events that are admitted in each second of a clock. */
final class RatePerSecond {

  private final int most;
  private long second;
  private int admitted;

  RatePerSecond(int most) {
    this.most = most;
  }

  /** Whether one more is admitted at this time. */
  synchronized boolean admits(Instant now) {
    if (now.getEpochSecond() != second) {
      second = now.getEpochSecond();
      admitted = 0;
    }
    return ++admitted <= most;
  }
}
