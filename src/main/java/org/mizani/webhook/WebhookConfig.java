package org.mizani.webhook;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import org.mizani.webhook.queue.QueueLimits;

/** Settings of the webhook outbox. */
@ConfigMapping(prefix = "payments.webhook")
public interface WebhookConfig {

  /** How often a pod claims due deliveries. */
  @WithDefault("1s")
  Duration tick();

  /** How often a pod counts the pending deliveries of businesses. */
  @WithDefault("60s")
  Duration countEvery();

  /**
   * How long a delivery belongs to the pod that claimed it: more than twice the time-out of an
   * attempt, and the rest is how long a delivery may wait in memory for its turn.
   */
  @WithDefault("30s")
  Duration lease();

  /** How long the results of attempts gather for one statement; receivers do not wait for it. */
  @WithDefault("20ms")
  Duration gather();

  /**
   * Longest wait of a statement that records attempts for a delivery that another transaction has
   * locked, 1s at most; then that attempt is recorded later, and the others at once.
   */
  @WithDefault("250ms")
  Duration recordLockWait();

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException if the wait for a locked delivery is none, or long
   */
  default void validate() {
    long millis = recordLockWait().toMillis();
    if (millis < 1 || millis > 1_000) {
      throw new ConfigurationException("payments.webhook.record-lock-wait must be from 1ms to 1s.");
    }
  }

  /** How long a stopping pod waits for the attempts that are under way. */
  @WithDefault("10s")
  Duration shutdownWait();

  Retry retry();

  Http http();

  QueueLimits limits();

  Secrets secrets();

  /** Retry schedule of failed deliveries. */
  interface Retry {

    /** The wait before each attempt (Standard Webhooks' schedule, 75.6 hours in all). */
    @WithDefault("0s,5s,5m,30m,2h,5h,10h,14h,20h,24h")
    List<Duration> delays();

    /** Jitter of a wait in both directions, in percent. */
    @WithDefault("20")
    int jitterPercent();

    /** The longest Retry-After that is honoured; a longer one counts as this. */
    @WithDefault("1h")
    Duration longestRetryAfter();
  }

  /** One attempt. */
  interface Http {

    @WithDefault("business-payments/${quarkus.application.version:unknown}")
    String userAgent();

    @WithDefault("3s")
    Duration connectTimeout();

    /** From the look-up of the name to the last byte of the answer. */
    @WithDefault("10s")
    Duration timeout();

    /** Bytes of a response's body that are read, and discarded, before the connection is closed. */
    @WithDefault("65536")
    int responseBytes();

    /** Shorter than the 5 seconds after which common servers close an idle connection. */
    @WithDefault("4s")
    Duration keepAlive();

    /** Open connections; any further one is closed after its response. */
    @WithDefault("512")
    int connections();
  }

  /** Webhook secrets. */
  interface Secrets {

    /** How long a pod caches secrets: a rotation takes effect after that. */
    @WithDefault("3s")
    Duration age();

    /** How long deliveries are still signed with the old secrets after a rotation. */
    @WithDefault("24h")
    Duration overlap();

    /** API keys with their secrets in the cache. */
    @WithDefault("10000")
    int cached();
  }
}
