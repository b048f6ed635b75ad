package org.mizani.ledger;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.statement.*}. */
@ConfigMapping(prefix = "payments.statement")
interface StatementConfig {

  /** How many transfers of a statement are in memory at a time. */
  @WithDefault("1000")
  int page();

  /** How long it may take to sum up a wallet's transfers before the first is shown. */
  @WithDefault("60s")
  Duration timeout();
}
