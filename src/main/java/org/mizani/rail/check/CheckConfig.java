package org.mizani.rail.check;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.rail-check.*}. */
@ConfigMapping(prefix = "payments.rail-check")
interface CheckConfig {

  /** Largest difference between the network's clock and ours. */
  @WithDefault("30s")
  Duration clockSkew();

  /** Longest time for one answer. */
  @WithDefault("30s")
  Duration timeout();
}
