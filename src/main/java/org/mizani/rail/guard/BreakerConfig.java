package org.mizani.rail.guard;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Settings {@code payments.rail.breaker.*} (ADR 10). */
@ConfigMapping(prefix = "payments.rail.breaker")
public interface BreakerConfig {

  /** Number of last calls that decide whether a breaker opens. */
  @WithDefault("20")
  int window();

  /** Percentage of them without an answer that opens it. */
  @WithDefault("50")
  int failurePercent();

  /** Time that a breaker stays open before calls are tried again. */
  @WithDefault("10s")
  Duration delay();

  /** Number of calls that are tried then; if all are answered, the breaker closes. */
  @WithDefault("2")
  int trials();

  /** Names of the rails without a breaker. */
  @WithDefault("simulator")
  Optional<Set<String>> off();

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException if one is out of range
   */
  default void validate() {
    if (window() < 1 || failurePercent() < 1 || failurePercent() > 100 || trials() < 1) {
      throw new ConfigurationException(
          "payments.rail.breaker needs a window and trials of 1 or more,"
              + " and a failure-percent from 1 to 100.");
    }
    if (delay().toMillis() < 1) {
      throw new ConfigurationException("payments.rail.breaker.delay must be 1 ms or more.");
    }
  }
}
