package org.mizani.payout;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.payout.lookup.*}. */
@ConfigMapping(prefix = "payments.payout.lookup")
public interface LookupConfig {

  /** How long a rail may take to confirm a recipient before a payout is recorded. */
  @WithDefault("10s")
  Duration timeout();
}
