package org.mizani.database;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings {@code payments.database.*}. The start reads those of the embedded database before there
 * is a configuration, as the command {@code migrate} does its own; they stand here so that they
 * count as known settings.
 */
@ConfigMapping(prefix = "payments.database")
public interface DatabaseConfig {

  /**
   * Time-out of a statement, the wait for a connection included, for which there are four tenths of
   * it. PostgreSQL ends a statement after five tenths.
   */
  @WithDefault("10s")
  Duration timeout();

  /** Longest time that a start waits for a database that does not answer; then the start ends. */
  @WithDefault("45s")
  Duration startWait();

  /**
   * Silence after which a connection is closed and its statement fails; at least 2 seconds more
   * than {@link #timeout}. PostgreSQL itself ends a statement, and a transaction that waits for its
   * pod, within the time-out: only an unreachable server stays silent. The connection of a long
   * read may stay silent ten times as long.
   */
  @WithDefault("30s")
  Duration silence();

  /**
   * Long reads (the sums of a statement, the trial balance) that a pod runs at once, on connections
   * of their own; others wait, for {@link #timeout} at most.
   */
  @WithDefault("2")
  int longReads();

  Replica replica();

  /** A replica of the database, for reads that may lag. */
  interface Replica {

    /**
     * Where it is: {@code postgresql://host:port/name}; {@code DB_READ_URL} sets it. Without it
     * there is no replica, and the primary reads all.
     */
    Optional<String> url();

    /** Role that reads there; that of the primary by default. */
    Optional<String> username();

    Optional<String> password();

    /** Connections of a pod to it, without those of the long reads. */
    @WithDefault("4")
    int connections();

    /** Time-out of a read there, the connection included; then the primary is asked. */
    @WithDefault("2s")
    Duration timeout();

    /** Lag beyond which the primary is asked. */
    @WithDefault("10s")
    Duration maxLag();

    /** Interval at which the lag is measured. */
    @WithDefault("1s")
    Duration every();

    /** Pause after a failure in which it is not asked. */
    @WithDefault("10s")
    Duration retryAfter();
  }

  /** Role that the command {@code migrate} gives the service's rights, beside the tables' owner. */
  Optional<String> serviceRole();

  /** The port of the embedded sandbox's database; any free one by default. */
  Optional<String> port();

  /** Time-out of the embedded database's start, an ISO 8601 duration (PT60S). */
  Optional<String> startTimeout();

  /** Time-out of its stop (PT30S). */
  Optional<String> stopTimeout();
}
