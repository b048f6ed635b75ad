package org.mizani.rail.guard;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Rate at which one rail's calls begin on this pod. Its pace guards it by its lock. */
final class CallRate {

  /** The calls of so much time may begin at once. */
  private static final long BURST = TimeUnit.MILLISECONDS.toNanos(100);

  /** Nanoseconds from one call to the next; 0 without a limit. */
  private long between;

  /** When the next call is due, if all came evenly. */
  private long nextAt;

  CallRate(long now) {
    nextAt = now;
  }

  /** Sets the time from one call to the next; zero for no limit. */
  void limit(Duration fromCallToCall) {
    between = fromCallToCall.toNanos();
  }

  /** Nanoseconds from one call to the next; 0 without a limit. */
  long between() {
    return between;
  }

  /** Whether a call may begin now; it counts then. */
  boolean take(long now) {
    if (untilNext(now) > 0) {
      return false;
    }
    nextAt = Math.max(nextAt, now) + between;
    return true;
  }

  /** Nanoseconds until a call may begin; 0 or less if it may now. */
  long untilNext(long now) {
    return between == 0 ? 0 : nextAt - now - Math.max(0, BURST - between);
  }
}
