package org.mizani.fx.quote;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.quote.*}. */
@ConfigMapping(prefix = "payments.quote")
interface QuoteConfig {

  Duration SHORTEST = Duration.ofSeconds(30);
  Duration LONGEST = Duration.ofMinutes(15);

  /** How long a quote locks its rate and fee. */
  @WithDefault("2m")
  Duration validFor();

  /** Quotes of one business that are neither used nor expired, at most; 0: none are given. */
  @WithDefault("1000")
  int maxOpen();

  /** Quotes that a pod locks at once, one of a business; each has a connection. */
  @WithDefault("3")
  int atOnce();

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException if one is out of range
   */
  default void validate() {
    if (validFor().compareTo(SHORTEST) < 0 || validFor().compareTo(LONGEST) > 0) {
      throw new ConfigurationException("payments.quote.valid-for must be 30s to 15m.");
    }
    if (maxOpen() < 0) {
      throw new ConfigurationException("payments.quote.max-open must be 0 or more.");
    }
    if (atOnce() < 1) {
      throw new ConfigurationException("payments.quote.at-once must be 1 or more.");
    }
  }
}
