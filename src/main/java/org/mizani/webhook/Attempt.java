package org.mizani.webhook;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.mizani.webhook.AttemptOutcome.Answered;
import org.mizani.work.RetrySchedule;

/**
 * An attempt that was made, and what follows from it.
 *
 * @param retryIn the wait before the next attempt; nothing where this was the last one
 */
record Attempt(
    WebhookDelivery delivery, AttemptOutcome outcome, Duration took, Optional<Duration> retryIn) {

  Attempt {
    // The clock may have been set back meanwhile.
    took = took.isNegative() ? Duration.ZERO : took;
  }

  /** What a delivery has come to (column {@code status}). */
  enum Status {
    PENDING("pending"),
    DELIVERED("delivered"),
    DEAD("dead");

    final String text;

    Status(String text) {
      this.text = text;
    }
  }

  static Attempt decide(
      WebhookDelivery delivery,
      AttemptOutcome outcome,
      Duration took,
      RetrySchedule schedule,
      RandomGenerator random) {
    Optional<Duration> retryIn =
        outcome.delivered()
            ? Optional.empty()
            : schedule.delayAfter(delivery.attempts() + 1, retryAfter(outcome), random);
    return new Attempt(delivery, outcome, took, retryIn);
  }

  Status status() {
    if (outcome.delivered()) {
      return Status.DELIVERED;
    }
    return retryIn.isPresent() ? Status.PENDING : Status.DEAD;
  }

  private static Optional<Duration> retryAfter(AttemptOutcome outcome) {
    return outcome instanceof Answered answered ? answered.retryAfter() : Optional.empty();
  }
}
