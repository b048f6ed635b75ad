package org.mizani.webhook;

import java.time.Duration;
import java.util.Optional;
import org.mizani.webhook.queue.WebhookDelivery;

/**
 * An attempt that was made, and the delivery's next step.
 *
 * @param retryIn the wait before the next attempt; empty after the last one
 */
record Attempt(
    WebhookDelivery delivery, AttemptOutcome outcome, Duration took, Optional<Duration> retryIn) {

  Attempt {
    // The clock may have been set back meanwhile.
    took = took.isNegative() ? Duration.ZERO : took;
  }

  /** Status of a delivery (column {@code status}). */
  enum Status {
    PENDING("pending"),
    DELIVERED("delivered"),
    DEAD("dead");

    final String text;

    Status(String text) {
      this.text = text;
    }
  }

  Status status() {
    if (outcome.delivered()) {
      return Status.DELIVERED;
    }
    return retryIn.isPresent() ? Status.PENDING : Status.DEAD;
  }
}
