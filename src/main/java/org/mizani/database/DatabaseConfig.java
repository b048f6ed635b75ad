package org.mizani.database;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings {@code payments.database.*}. The start reads those of the embedded database before there
 * is a configuration; they stand here so that they count as known settings.
 */
@ConfigMapping(prefix = "payments.database")
public interface DatabaseConfig {

  /** Time-out of a statement, the wait for a connection included. */
  @WithDefault("5s")
  Duration timeout();

  /**
   * Silence after which a connection is closed and its statement fails; at least 2 seconds more
   * than {@link #timeout}. PostgreSQL itself ends a statement, and a transaction that waits for its
   * pod, a second after the time-out: only an unreachable server stays silent. The connection of a
   * long read may stay silent ten times as long.
   */
  @WithDefault("30s")
  Duration silence();

  /**
   * Long reads (the sums of a statement, the trial balance) that a pod runs at once, on connections
   * of their own; others wait, for {@link #timeout} at most.
   */
  @WithDefault("2")
  int longReads();

  /** The port of the embedded sandbox's database; any free one by default. */
  Optional<String> port();

  /** Time-out of the embedded database's start, an ISO 8601 duration (PT60S). */
  Optional<String> startTimeout();

  /** Time-out of its stop (PT30S). */
  Optional<String> stopTimeout();
}
