package org.mizani.webhook;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Retry schedule: the time of each attempt, and the end of the attempts (ADR 7). It reads no clock
 * and makes no random number of its own.
 *
 * @param delays the wait before the first attempt (usually none), the second and so on; there are
 *     as many attempts as delays
 * @param jitterPercent the spread of a delay in both directions, 0 to 100 percent
 * @param longestRetryAfter the longest delay that a receiver may ask for
 */
public record RetrySchedule(List<Duration> delays, int jitterPercent, Duration longestRetryAfter) {

  /**
   * @throws IllegalArgumentException if there is no delay, one is negative, or the jitter is out of
   *     range
   */
  public RetrySchedule {
    delays = List.copyOf(delays);
    if (delays.isEmpty()) {
      throw new IllegalArgumentException("a retry schedule needs at least one attempt");
    }
    if (delays.stream().anyMatch(Duration::isNegative) || longestRetryAfter.isNegative()) {
      throw new IllegalArgumentException("a delay cannot be negative");
    }
    if (jitterPercent < 0 || jitterPercent > 100) {
      throw new IllegalArgumentException("jitter is 0 to 100 percent");
    }
  }

  /**
   * The schedule of these settings.
   *
   * @throws ConfigurationException if they make none
   */
  static RetrySchedule of(WebhookConfig.Retry retry) {
    try {
      return new RetrySchedule(retry.delays(), retry.jitterPercent(), retry.longestRetryAfter());
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException("payments.webhook.retry: " + e.getMessage() + ".");
    }
  }

  /**
   * The wait before the next attempt; empty after the last one.
   *
   * @param made attempts made so far, 0 or more
   * @param retryAfter the delay that the receiver asked for, if it did. It lengthens the schedule's
   *     delay up to the longest allowed, and never shortens it: a receiver that asks for "at once"
   *     must not use up all attempts in a minute
   */
  public Optional<Duration> delayAfter(
      int made, Optional<Duration> retryAfter, RandomGenerator random) {
    if (made >= delays.size()) {
      return Optional.empty();
    }
    Duration scheduled = spread(delays.get(made), random);
    Duration asked = retryAfter.map(this::honoured).orElse(Duration.ZERO);
    return Optional.of(scheduled.compareTo(asked) >= 0 ? scheduled : asked);
  }

  private Duration spread(Duration delay, RandomGenerator random) {
    long widest = delay.toMillis() * jitterPercent / 100;
    return widest == 0 ? delay : delay.plusMillis(random.nextLong(-widest, widest + 1));
  }

  private Duration honoured(Duration asked) {
    return asked.compareTo(longestRetryAfter) <= 0 ? asked : longestRetryAfter;
  }
}
