package org.mizani.payout.bulk;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.bulk.*}. */
@ConfigMapping(prefix = "payments.bulk")
interface BulkConfig {

  Duration LONGEST_JUDGING = Duration.ofHours(1);

  /** Items of one batch, at most. */
  @WithDefault("1000")
  int itemsMost();

  /** Items that count as one request of the key's rate limit. */
  @WithDefault("50")
  int itemsPerRequest();

  /** Longest time that judging the items of a batch may take, with the look-ups of recipients. */
  @WithDefault("1m")
  Duration judgedWithin();

  /** Batches that a pod holds in its memory at once, half of them of one business at most. */
  @WithDefault("4")
  int heldAtOnce();

  /**
   * Batches that a pod records at once, one of a business; each has a connection and its wallets.
   */
  @WithDefault("2")
  int atOnce();

  /** How often a pod looks for batches that have ended. */
  @WithDefault("1s")
  Duration endsEvery();

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException if one is out of range
   */
  default void validate() {
    require("items-most", itemsMost(), 10_000);
    require("items-per-request", itemsPerRequest(), 10_000);
    require("held-at-once", heldAtOnce(), 1000);
    require("at-once", atOnce(), 100);
    if (judgedWithin().toMillis() < 1 || judgedWithin().compareTo(LONGEST_JUDGING) > 0) {
      throw new ConfigurationException("payments.bulk.judged-within must be from 1 ms to 1 h.");
    }
  }

  private static void require(String setting, int value, int most) {
    if (value < 1 || value > most) {
      throw new ConfigurationException(
          "payments.bulk." + setting + " must be from 1 to " + most + ".");
    }
  }
}
