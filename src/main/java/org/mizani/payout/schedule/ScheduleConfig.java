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

  /** Greatest lateness: beyond it a batch is not executed any more, and expires. */
  @WithDefault("6h")
  Duration latestBy();

  /**
   * Validates the settings.
   *
   * @param judgedWithin the longest time of judging a batch, which is part of its execution
   * @throws ConfigurationException if one is out of range
   */
  default void validate(Duration judgedWithin) {
    require("longest-ahead", longestAhead(), Duration.ofMinutes(1), Duration.ofDays(366));
    require("latest-by", latestBy(), Duration.ofMinutes(1), Duration.ofDays(7));
    if (most() < 1 || most() > 1000) {
      throw new ConfigurationException("payments.bulk.schedule.most must be from 1 to 1000.");
    }
    if (every().toMillis() < 10) {
      throw new ConfigurationException("payments.bulk.schedule.every must be 10 ms or longer.");
    }
    if (lease().compareTo(judgedWithin) <= 0) {
      throw new ConfigurationException(
          "payments.bulk.schedule.lease must be longer than payments.bulk.judged-within.");
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
