package org.mizani.webhook.delivery;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings {@code payments.webhook.replays.*}: replays by businesses. */
@ConfigMapping(prefix = "payments.webhook")
interface ReplayConfig {

  Replays replays();

  /** Limits of replays by businesses; operators have none. */
  interface Replays {

    /** Replays of one delivery, operators' ones included, from which on its business adds none. */
    @WithDefault("20")
    int most();

    /** Single replays of a business in a UTC day; those of dead ones together do not count. */
    @WithDefault("500")
    int perDay();

    /** Replays by businesses that a pod makes at once; each waits over a connection. */
    @WithDefault("3")
    int atOnce();
  }

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException if one is out of range
   */
  default void validate() {
    if (replays().most() < 1) {
      throw new ConfigurationException("PAYMENTS_WEBHOOK_REPLAYS_MOST must be 1 or more.");
    }
    if (replays().perDay() < 1) {
      throw new ConfigurationException("PAYMENTS_WEBHOOK_REPLAYS_PER_DAY must be 1 or more.");
    }
    if (replays().atOnce() < 1) {
      throw new ConfigurationException("PAYMENTS_WEBHOOK_REPLAYS_AT_ONCE must be 1 or more.");
    }
  }
}
