package org.mizani.refund;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings {@code payments.refund.*}. */
@ConfigMapping(prefix = "payments.refund")
interface RefundConfig {

  /**
   * Refunds of partners that a pod enters at once, one of a business; each has a connection, and
   * waits for its wallet.
   */
  @WithDefault("3")
  int atOnce();

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException if one is out of range
   */
  default void validate() {
    if (atOnce() < 1) {
      throw new ConfigurationException("PAYMENTS_REFUND_AT_ONCE must be 1 or more.");
    }
  }
}
