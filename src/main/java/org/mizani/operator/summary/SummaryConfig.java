package org.mizani.operator.summary;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings {@code payments.summary.*}: the operators' summary. */
@ConfigMapping(prefix = "payments.summary")
interface SummaryConfig {

  /** Summaries that a pod reads at once: each counts all that is pending. */
  @WithDefault("2")
  int atOnce();

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException if one is out of range
   */
  default void validate() {
    if (atOnce() < 1) {
      throw new ConfigurationException("PAYMENTS_SUMMARY_AT_ONCE must be 1 or more.");
    }
  }
}
