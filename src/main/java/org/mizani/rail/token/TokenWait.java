package org.mizani.rail.token;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Wait of a call for a token. It is measured by a time that nobody sets, so it is as long as it
 * should be whatever becomes of the clock meanwhile.
 *
 * @param nanos the time since any moment
 * @param longest the time that a call has for its tokens in all
 * @param end of the wait, by {@code nanos}
 */
record TokenWait(LongSupplier nanos, Duration longest, long end) {

  /** A third of the wait: with less of it left no token is asked for. */
  private static final int LEAST_PART = 3;

  static TokenWait begin(LongSupplier nanos, Duration longest) {
    return new TokenWait(nanos, longest, nanos.getAsLong() + longest.toNanos());
  }

  /** The same wait, of which this time is left from now on. */
  TokenWait resume(Duration left) {
    return new TokenWait(nanos, longest, nanos.getAsLong() + left.toNanos());
  }

  /** What is left of it; negative once it is over. */
  Duration left() {
    return Duration.ofNanos(end - nanos.getAsLong());
  }

  boolean isOver() {
    return left().compareTo(Duration.ZERO) <= 0;
  }

  /**
   * Whether a request is better left to a call that begins later. One that is given up soon may be
   * handled late all the same, and end the token that another pod has had meanwhile.
   */
  boolean isTooLateToAsk() {
    return isTooLateToAsk(left());
  }

  /** The same where this time is left. */
  boolean isTooLateToAsk(Duration left) {
    return left.compareTo(longest.dividedBy(LEAST_PART)) < 0;
  }
}
