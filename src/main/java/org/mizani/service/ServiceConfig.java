package org.mizani.service;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** Settings {@code payments.*} of the deployment and of its access. */
@ConfigMapping(prefix = "payments")
public interface ServiceConfig {

  /** {@code test} or {@code production}. */
  @WithDefault("test")
  ServiceEnvironment environment();

  /** Requests a minute and API key over all pods; by default the limit of the environment. */
  OptionalInt rateLimitPerMinute();

  /** The sandbox's directory of database and keys; unused where a database is configured. */
  Optional<String> dataDir();

  /**
   * Whether each start migrates the schema; otherwise the command {@code migrate} does it before.
   */
  @WithDefault("true")
  boolean migrateAtStart();

  /** Cache of callers. */
  CallerCache callers();

  /** Settings {@code payments.callers.*}. */
  interface CallerCache {

    /** Callers in the cache. */
    @WithDefault("10000")
    int remembered();

    /** How often all cached callers are read again. */
    @WithDefault("2s")
    Duration refreshEvery();

    /** The age at which a cached caller expires: bounds late revocation. */
    @WithDefault("4s")
    Duration maxAge();
  }
}
