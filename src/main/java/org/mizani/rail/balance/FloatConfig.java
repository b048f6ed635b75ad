package org.mizani.rail.balance;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.rail-float.*}. */
@ConfigMapping(prefix = "payments.rail-float")
interface FloatConfig {

  /** Interval at which a pod checks whether balances are to be read, and updates the gauges. */
  @WithDefault("15s")
  Duration tick();

  /** Interval at which the balances with a network are read, by one pod. */
  @WithDefault("5m")
  Duration every();

  /** Longest time for one question. */
  @WithDefault("30s")
  Duration timeout();

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException if one is not longer than nothing
   */
  default void validate() {
    if (tick().toMillis() < 1 || every().toMillis() < 1 || timeout().toMillis() < 1) {
      throw new ConfigurationException("payments.rail-float.* must be longer than nothing.");
    }
  }
}
