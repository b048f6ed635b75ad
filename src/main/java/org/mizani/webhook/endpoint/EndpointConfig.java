package org.mizani.webhook.endpoint;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.webhook.endpoints.*}: webhook endpoints of businesses. */
@ConfigMapping(prefix = "payments.webhook")
public interface EndpointConfig {

  Endpoints endpoints();

  /** Limits of endpoints, and the reading of their changes. */
  interface Endpoints {

    /** Endpoints of a business, there or deleted within a day, from which on it makes none. */
    @WithDefault("5")
    int most();

    /** Changes and tests of endpoints that a pod makes at once; each waits over a connection. */
    @WithDefault("3")
    int atOnce();

    /** The time between two test events of a business. */
    @WithDefault("10s")
    Duration testEvery();

    /** How often a pod reads which endpoints have changed. */
    @WithDefault("2s")
    Duration refreshEvery();

    /** The age from which on a reading does not count: an event waits for a new one. */
    @WithDefault("10s")
    Duration maxAge();
  }

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException if one is out of range
   */
  default void validate() {
    if (endpoints().most() < 1) {
      throw new ConfigurationException("PAYMENTS_WEBHOOK_ENDPOINTS_MOST must be 1 or more.");
    }
    if (endpoints().atOnce() < 1) {
      throw new ConfigurationException("PAYMENTS_WEBHOOK_ENDPOINTS_AT_ONCE must be 1 or more.");
    }
    if (endpoints().maxAge().compareTo(endpoints().refreshEvery().multipliedBy(2)) < 0) {
      throw new ConfigurationException(
          "PAYMENTS_WEBHOOK_ENDPOINTS_MAX_AGE must be twice PAYMENTS_WEBHOOK_ENDPOINTS_REFRESH_EVERY"
              + " or more.");
    }
  }
}
