package org.mizani.rail.guard;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.rail.pacing.*} (ADR 21). */
@ConfigMapping(prefix = "payments.rail.pacing")
public interface PacingConfig {

  /** A lease is held meanwhile. */
  Duration LONGEST_TURN = Duration.ofSeconds(10);

  /** Longest time that a call waits for its turn, 10 s or less; then its payment is put off. */
  @WithDefault("1s")
  Duration turnWithin();

  /** Longest time that a payment is put off for its turn, and for the end of a pause. */
  @WithDefault("30s")
  Duration putOff();

  /** Interval at which pods count each other and look for pauses. */
  @WithDefault("2s")
  Duration lookEvery();

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException if one is out of range
   */
  default void validate() {
    if (turnWithin().isNegative() || turnWithin().compareTo(LONGEST_TURN) > 0) {
      throw new ConfigurationException(
          "payments.rail.pacing.turn-within must be from 0 s to 10 s.");
    }
    if (putOff().toMillis() < 1 || lookEvery().toMillis() < 1) {
      throw new ConfigurationException(
          "payments.rail.pacing.put-off and .look-every must be 1 ms or more.");
    }
  }
}
