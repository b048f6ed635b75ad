package org.mizani.access;

import org.mizani.support.Eventually.Claim;
import org.mizani.support.Rows;

/**
 * Scenarios of limits that are counted by the minute of the database's clock. A scenario holds
 * within one minute: a run during which the minute changes is repeated, and one that fails in its
 * last seconds.
 */
public final class SameMinute {

  /**
   * The last seconds of a minute, which a pod may take for the next one: for it the minute ends
   * sooner by the time that its statement took.
   */
  private static final long LAST_SECONDS = 10;

  private static final long SECONDS_OF_A_MINUTE = 60;

  private final Rows rows;

  /** Reads the minute in this database. */
  public SameMinute(Rows rows) {
    this.rows = rows;
  }

  /** Runs a scenario, which creates its own keys and addresses in each run. */
  public void run(Claim scenario) throws Exception {
    while (true) {
      long begunIn = minute();
      try {
        scenario.check();
        if (minute() == begunIn) {
          return;
        }
      } catch (Exception | AssertionError e) {
        if (now() < begunIn + SECONDS_OF_A_MINUTE - LAST_SECONDS) {
          throw e;
        }
      }
    }
  }

  private long now() {
    return rows.count("SELECT extract(epoch FROM now())::bigint");
  }

  private long minute() {
    return rows.count("SELECT extract(epoch FROM date_trunc('minute', now()))::bigint");
  }
}
