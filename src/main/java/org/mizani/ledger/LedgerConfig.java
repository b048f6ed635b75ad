package org.mizani.ledger;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings of the long reads of the ledger. */
final class LedgerConfig {

  private LedgerConfig() {}

  /** Settings {@code payments.statement.*}. */
  @ConfigMapping(prefix = "payments.statement")
  interface Statement {

    /** How many transfers of a statement are in memory at a time. */
    @WithDefault("1000")
    int page();

    /** Time limit for the sums of a statement, which are read before its first line. */
    @WithDefault("60s")
    Duration timeout();
  }

  /** Settings {@code payments.trial-balance.*}. */
  @ConfigMapping(prefix = "payments.trial-balance")
  interface TrialBalance {

    /** Time limit for the sums of all transfers. */
    @WithDefault("60s")
    Duration timeout();
  }
}
