package org.mizani.sweep;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.sweep.*}. */
@ConfigMapping(prefix = "payments.sweep")
public interface SweepConfig {

  /** How often a pod checks for due sweeps. */
  @WithDefault("10s")
  Duration every();

  /** The number of due sweeps that one statement reads. */
  @WithDefault("200")
  int page();

  /** Time limit of a rail for the lookup of a destination's account holder. */
  @WithDefault("10s")
  Duration lookupTimeout();
}
