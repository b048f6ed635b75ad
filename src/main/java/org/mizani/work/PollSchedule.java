package org.mizani.work;

import java.time.Duration;
import java.util.List;

/**
 * Waits between the polls of a row, such as a payout whose outcome is unknown. They grow, and the
 * last one repeats without end.
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

  /** The wait after this number of polls (1 or more). */
  public Duration waitAfter(int polls) {
    return waits.get(Math.min(Math.max(polls, 1), waits.size()) - 1);
  }

  /** The same, but no longer than this. */
  public Duration waitAfter(int polls, Duration longest) {
    Duration wait = waitAfter(polls);
    return wait.compareTo(longest) <= 0 ? wait : longest;
  }
}
