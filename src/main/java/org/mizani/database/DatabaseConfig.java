package org.mizani.database;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings {@code payments.database.*}. Those of the embedded database are read by the start,
 * before there is a configuration; they are named here so that they are known settings.
 */
@ConfigMapping(prefix = "payments.database")
public interface DatabaseConfig {

  /** How long a statement may take, waiting for a connection included. */
  @WithDefault("5s")
  Duration timeout();

  /**
   * After which a connection that says nothing is closed, and its statement has failed; at least 2
   * seconds more than {@link #timeout}. PostgreSQL itself ends a statement, and a transaction that
   * waits for its pod, a second after the time-out: only one that is out of reach says nothing. A
   * long read may take ten times as long.
   */
  @WithDefault("30s")
  Duration silence();

  /**
   * How many long reads (the sums of a statement, the trial balance) a pod runs at once, on
   * connections of their own; further ones wait, for {@link #timeout} at most.
   */
  @WithDefault("2")
  int longReads();

  /** The port of the embedded sandbox's database; any free one by default. */
  Optional<String> port();

  /** How long the embedded database may take to start, as an ISO 8601 duration (PT60S). */
  Optional<String> startTimeout();

  /** How long it may take to stop (PT30S). */
  Optional<String> stopTimeout();
}
