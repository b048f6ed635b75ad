package org.mizani.rail;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Settings {@code payments.rail.breaker.*} (ADR 10). */
@ConfigMapping(prefix = "payments.rail.breaker")
public interface BreakerConfig {

  /** Of how many calls at the end it is seen whether a rail is away. */
  @WithDefault("20")
  int window();

  /** How many percent of them have to be without an answer for that. */
  @WithDefault("50")
  int failurePercent();

  /** How long a rail that is away is left alone before it is tried. */
  @WithDefault("10s")
  Duration delay();

  /** How many calls are tried then, and have to be answered for all others to follow. */
  @WithDefault("2")
  int trials();

  /** Rails that are called whatever happens, by their names. */
  @WithDefault("sandbox")
  Optional<Set<String>> off();

  /**
   * Sees that the settings make sense.
   *
   * @throws IllegalArgumentException if they do not
   */
  default void validate() {
    if (window() < 1 || failurePercent() < 1 || failurePercent() > 100 || trials() < 1) {
      throw new IllegalArgumentException(
          "payments.rail.breaker needs a window and trials of 1 or more,"
              + " and a failure-percent from 1 to 100.");
    }
    if (delay().toMillis() < 1) {
      throw new IllegalArgumentException("payments.rail.breaker.delay must be 1 ms or more.");
    }
  }
}
