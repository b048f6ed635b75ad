package org.mizani.sweep;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.sweep.*}. */
@ConfigMapping(prefix = "payments.sweep")
public interface SweepConfig {

  /** How often a pod looks for sweeps whose time has come. */
  @WithDefault("10s")
  Duration every();

  /** Due sweeps that are read by one statement. */
  @WithDefault("200")
  int page();

  /** How long a rail may take to say whose account a sweep's destination is. */
  @WithDefault("10s")
  Duration lookupTimeout();
}
