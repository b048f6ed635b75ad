package org.mizani.ledger;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.trial-balance.*}. */
@ConfigMapping(prefix = "payments.trial-balance")
interface TrialBalanceConfig {

  /** How long it may take to sum up all transfers. */
  @WithDefault("60s")
  Duration timeout();
}
