package org.mizani.payout.schedule;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.bulk.schedule.*}. */
@ConfigMapping(prefix = "payments.bulk.schedule")
public interface ScheduleConfig {

  /** Greatest time from the order of a batch to its execution. */
  @WithDefault("90d")
  Duration longestAhead();

  /** Batches of one business that wait for their time, at most. */
  @WithDefault("20")
  int most();

  /** Interval at which a pod looks for batches that are due. */
  @WithDefault("1s")
  Duration every();

  /** Time for which a pod has a batch to itself; then another one executes it. */
  @WithDefault("3m")
  Duration lease();

  /** Batches that a pod executes at once, one of a business. */
  @WithDefault("2")
  int atOnce();

  /** Greatest lateness: beyond it a batch is not executed any more, and expires. */
  @WithDefault("6h")
  Duration latestBy();

  /**
   * Validates the settings.
   *
   * @param judgedWithin the longest time of judging a batch, which is part of its execution
   * @param timeout that of the database, for each of the waits for a place and for locks after it
   * @throws ConfigurationException if one is out of range
   */
  default void validate(Duration judgedWithin, Duration timeout) {
    require("longest-ahead", longestAhead(), Duration.ofMinutes(1), Duration.ofDays(366));
    require("latest-by", latestBy(), Duration.ofMinutes(1), Duration.ofDays(7));
    require("most", most(), 1000);
    require("at-once", atOnce(), 100);
    if (every().toMillis() < 10) {
      throw new ConfigurationException("payments.bulk.schedule.every must be 10 ms or longer.");
    }
    if (lease().compareTo(judgedWithin.plus(timeout.multipliedBy(2))) <= 0) {
      throw new ConfigurationException(
          "payments.bulk.schedule.lease must be longer than payments.bulk.judged-within and twice"
              + " payments.database.timeout together.");
    }
    if (latestBy().compareTo(lease().multipliedBy(4)) <= 0) {
      throw new ConfigurationException(
          "payments.bulk.schedule.latest-by must be longer than 4 times"
              + " payments.bulk.schedule.lease.");
    }
  }

  private static void require(String setting, int value, int most) {
    if (value < 1 || value > most) {
      throw new ConfigurationException(
          "payments.bulk.schedule.%s must be from 1 to %d.".formatted(setting, most));
    }
  }

  private static void require(String setting, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new ConfigurationException(
          "payments.bulk.schedule.%s must be from %d minute to %d days."
              .formatted(setting, least.toMinutes(), most.toDays()));
    }
  }
}
