package org.mizani.webhook.delivery;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings {@code payments.webhook.lists.*}: lists of deliveries by businesses. */
@ConfigMapping(prefix = "payments.webhook")
interface ListConfig {

  Lists lists();

  /** Limits of lists by businesses; operators have none. */
  interface Lists {

    /** Lists of a status that a pod reads at once, one of a business; each is over a connection. */
    @WithDefault("2")
    int atOnce();
  }

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException if one is out of range
   */
  default void validate() {
    if (lists().atOnce() < 1) {
      throw new ConfigurationException("PAYMENTS_WEBHOOK_LISTS_AT_ONCE must be 1 or more.");
    }
  }
}
