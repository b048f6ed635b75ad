package org.mizani.work;

import java.time.Duration;
import java.util.List;

/**
 * The waits between looks at something that never gives up, such as a payout whose outcome is
 * unknown: growing, and the last one repeats.
 */
public record PollSchedule(List<Duration> waits) {

  /**
   * @throws IllegalArgumentException if there is no wait
   */
  public PollSchedule {
    if (waits.isEmpty()) {
      throw new IllegalArgumentException("a schedule needs at least one wait");
    }
    waits = List.copyOf(waits);
  }

  /** How long to wait after so many looks (1 or more). */
  public Duration waitAfter(int looks) {
    return waits.get(Math.min(Math.max(looks, 1), waits.size()) - 1);
  }

  /** The same, but no longer than this. */
  public Duration waitAfter(int looks, Duration longest) {
    Duration wait = waitAfter(looks);
    return wait.compareTo(longest) <= 0 ? wait : longest;
  }
}
