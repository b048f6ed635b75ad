package org.mizani.operator.payment;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.export.*}: exports of payments by operators. */
@ConfigMapping(prefix = "payments.export")
interface ExportConfig {

  /** As the pages of statements: a page is in memory for as long as its reader takes. */
  int MOST_OF_A_PAGE = 1_000;

  Duration LEAST_READER_TIMEOUT = Duration.ofSeconds(1);

  /** Payments of one export; a further one goes on after it. */
  @WithDefault("100000")
  int most();

  /** Payments of an export in memory at a time. */
  @WithDefault("500")
  int page();

  /** Exports that a pod's readers have open at once, each of another operator. */
  @WithDefault("2")
  int open();

  /** Time in which a reader takes the next piece of an export, or is cut off. */
  @WithDefault("60s")
  Duration readerTimeout();

  /**
   * Requires values with which exports can be read.
   *
   * @throws ConfigurationException otherwise
   */
  default void validate() {
    require(most() >= 1, "MOST must be 1 or more.");
    require(page() >= 1 && page() <= MOST_OF_A_PAGE, "PAGE must be from 1 to 1000.");
    require(open() >= 1, "OPEN must be 1 or more.");
    require(
        readerTimeout().compareTo(LEAST_READER_TIMEOUT) >= 0,
        "READER_TIMEOUT must be 1 second or more.");
  }

  private static void require(boolean holds, String rule) {
    if (!holds) {
      throw new ConfigurationException("PAYMENTS_EXPORT_" + rule);
    }
  }
}
