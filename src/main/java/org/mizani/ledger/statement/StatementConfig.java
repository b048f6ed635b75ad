package org.mizani.ledger.statement;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.partner-statement.*}: statements that businesses read themselves. */
@ConfigMapping(prefix = "payments.partner-statement")
interface StatementConfig {

  /** Days that a statement covers at most, 1 to 36600. */
  @WithDefault("3660")
  int longestDays();

  /**
   * Statements that a pod sums up at once; others wait, for the time-out of a statement of the
   * database at most. Less than the long reads of the database, which the daily closing needs too.
   */
  @WithDefault("1")
  int atOnce();

  /** Statements that a pod's readers have open at once, each of another business. */
  @WithDefault("8")
  int open();

  /** Time in which a reader takes the next piece of a statement, or is cut off. */
  @WithDefault("60s")
  Duration readerTimeout();
}
