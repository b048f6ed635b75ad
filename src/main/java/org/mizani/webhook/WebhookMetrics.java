package org.mizani.webhook;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;

/** Counters of deliveries and attempts. */
@Singleton
final class WebhookMetrics {

  private final Counter delivered;
  private final Counter failedAttempts;
  private final Counter dead;

  WebhookMetrics(MeterRegistry registry) {
    this.delivered =
        Counter.builder("payments.webhook.delivered")
            .description("Webhooks that a receiver has taken")
            .register(registry);
    this.failedAttempts =
        Counter.builder("payments.webhook.attempts.failed")
            .description("Attempts that no 2xx in time came of")
            .register(registry);
    this.dead =
        Counter.builder("payments.webhook.dead")
            .description(
                "Webhooks given up, after their last attempt or beyond the cap of a business")
            .register(registry);
  }

  void count(Attempt attempt) {
    switch (attempt.status()) {
      case DELIVERED -> delivered.increment();
      case PENDING -> failedAttempts.increment();
      case DEAD -> {
        failedAttempts.increment();
        dead.increment();
      }
    }
  }

  /** Counts deliveries that were given up without an attempt. */
  void countDead(int deliveries) {
    dead.increment(deliveries);
  }
}
