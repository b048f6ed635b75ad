package org.mizani.access;

import org.mizani.support.Eventually.Claim;
import org.mizani.support.Rows;

/**
 * Scenarios of limits that are counted by the minute of the database's clock. A scenario holds
 * within one minute: a run during which the minute changes is repeated.
 */
final class SameMinute {

  private final Rows rows;

  SameMinute(Rows rows) {
    this.rows = rows;
  }

  /** Runs a scenario, which creates its own keys and addresses in each run. */
  void run(Claim scenario) throws Exception {
    while (true) {
      long begunIn = minute();
      try {
        scenario.check();
        if (minute() == begunIn) {
          return;
        }
      } catch (Exception | AssertionError e) {
        if (minute() == begunIn) {
          throw e;
        }
      }
    }
  }

  private long minute() {
    return rows.count("SELECT extract(epoch FROM date_trunc('minute', now()))::bigint");
  }
}
