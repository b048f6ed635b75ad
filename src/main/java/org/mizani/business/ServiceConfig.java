package org.mizani.business;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** Settings {@code payments.*} that say what this deployment is and how it is entered. */
@ConfigMapping(prefix = "payments")
public interface ServiceConfig {

  /** {@code test} or {@code production}. */
  @WithDefault("test")
  ServiceEnvironment environment();

  /** Requests a minute and API key over all pods; by default what the environment allows. */
  OptionalInt rateLimitPerMinute();

  /** Where the embedded sandbox keeps its database and keys; unused where a database is given. */
  Optional<String> dataDir();

  /** Whether each start brings the schema up to date, or somebody runs {@code migrate} before. */
  @WithDefault("true")
  boolean migrateAtStart();

  /** Access tokens. */
  Token token();

  /** What is remembered of callers. */
  CallerCache callers();

  /** Settings {@code payments.token.*}. */
  interface Token {

    /** PEM file (PKCS#8) of the RSA key that signs tokens. */
    String privateKeyFile();

    /** PEM file (X.509) of the RSA key that verifies them. */
    String publicKeyFile();

    /** How long a token is valid (specification, section 8). */
    @WithDefault("3600s")
    Duration lifetime();

    /** Verified tokens that are remembered, so that their signatures are checked once. */
    @WithDefault("10000")
    int remembered();
  }

  /** Settings {@code payments.callers.*}. */
  interface CallerCache {

    /** Callers remembered. */
    @WithDefault("10000")
    int remembered();

    /** How often all remembered callers are read again. */
    @WithDefault("2s")
    Duration refreshEvery();

    /** The age at which a remembered caller is not trusted any more: bounds late revocation. */
    @WithDefault("4s")
    Duration maxAge();
  }
}
