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
   * How many long reads (the sums of a statement, the trial balance) a pod runs at once; further
   * ones wait, for {@link #timeout} at most. They use the connections of the payments.
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
