package org.mizani.rail.guard;

import java.util.concurrent.TimeUnit;

/**
 * Forecast of when calls that have to wait get their turns, by the time that the last calls took.
 * Their pace guards it by its lock.
 */
final class TurnForecast {

  /** Part of the newest call in the usual time of one. */
  private static final int MEMORY = 8;

  /** Part of all places by which turns are foreseen where fewer are given, after an outage, say. */
  private static final int SMALL_PART = 8;

  private static final long SHORTEST_STEP = TimeUnit.MICROSECONDS.toNanos(100);

  private final int mostUnderWay;
  private final long turnWithin;
  private final long longestPutOff;

  /** Nanoseconds that a call takes, by the last ones; 0 before the first. */
  private long usual;

  private long putOffUntil;

  /**
   * @param mostUnderWay calls at once
   */
  TurnForecast(int mostUnderWay, PacingConfig config, long now) {
    this.mostUnderWay = mostUnderWay;
    this.turnWithin = config.turnWithin().toNanos();
    this.longestPutOff = config.putOff().toNanos();
    this.putOffUntil = now;
  }

  /** Takes in how long a call took that was made. */
  void measure(long took) {
    usual = usual == 0 ? Math.max(1, took) : usual + (took - usual) / MEMORY;
  }

  /**
   * Number of calls whose last one gets its turn in time, as far as anybody can tell.
   *
   * @param window calls that may be under way now
   * @param between nanoseconds from one call to the next; 0 without a limit
   */
  long longestQueue(int window, long between) {
    long inTime = turnWithin / step(window, between);
    return usual == 0 ? Math.min(inTime, mostUnderWay) : inTime;
  }

  /**
   * Nanoseconds by which a call is put off that would not get its turn in time: those that are put
   * off are spread over the time in which their turns come.
   */
  long putOff(int window, long between, long now) {
    long next = Math.max(putOffUntil, now + turnWithin) + step(window, between);
    putOffUntil = Math.min(next, now + longestPutOff);
    return putOffUntil - now;
  }

  /** Nanoseconds from one turn to the next, at full load. A small window will soon be larger. */
  private long step(int window, long between) {
    long one =
        usual == 0
            ? (between == 0 ? turnWithin : 0) / mostUnderWay
            : usual / Math.max(window, Math.max(1, mostUnderWay / SMALL_PART));
    return Math.max(SHORTEST_STEP, Math.max(between, one));
  }
}
