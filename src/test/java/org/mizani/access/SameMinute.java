package org.mizani.access;

import java.util.function.LongSupplier;
import org.mizani.support.Eventually.Claim;
import org.mizani.support.Rows;

/**
 * Scenarios of limits that are counted by the minute of the database's clock. A scenario holds
 * within one minute: a run during which the minute changes is repeated, and one that fails in its
 * last seconds. One that never holds within a minute is given up.
 */
public final class SameMinute {

  /**
   * The last seconds of a minute, which a pod may take for the next one: for it the minute ends
   * sooner by the time that its statement took.
   */
  private static final long LAST_SECONDS = 10;

  private static final long SECONDS_OF_A_MINUTE = 60;

  /**
   * A run begins when the last one has ended; one of 55 seconds is within a minute by the twelfth.
   */
  static final int MOST_RUNS = 12;

  private final LongSupplier epochSecond;

  /** Reads the minute in this database. */
  public SameMinute(Rows rows) {
    this(() -> rows.count("SELECT extract(epoch FROM now())::bigint"));
  }

  SameMinute(LongSupplier epochSecond) {
    this.epochSecond = epochSecond;
  }

  /**
   * Runs a scenario, which creates its own keys and addresses in each run.
   *
   * @throws AssertionError if the minute changed during each of the runs
   */
  public void run(Claim scenario) throws Exception {
    for (int run = 1; run <= MOST_RUNS; run++) {
      long ends = minute() + SECONDS_OF_A_MINUTE;
      try {
        scenario.check();
        if (epochSecond.getAsLong() < ends) {
          return;
        }
      } catch (Exception | AssertionError e) {
        if (run == MOST_RUNS || epochSecond.getAsLong() < ends - LAST_SECONDS) {
          throw e;
        }
      }
    }
    throw new AssertionError("none of " + MOST_RUNS + " runs ended in the minute of its begin");
  }

  private long minute() {
    long now = epochSecond.getAsLong();
    return now - now % SECONDS_OF_A_MINUTE;
  }
}
