package org.mizani.access;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings {@code payments.authentication.*}: how often it may fail before it is refused. */
@ConfigMapping(prefix = "payments.authentication")
public interface AuthenticationConfig {

  /** Failures a minute of one key from one address, over all pods. */
  @WithDefault("10")
  int failuresPerKey();

  /** Failures a minute from one address, whatever the key, over all pods. */
  @WithDefault("100")
  int failuresPerAddress();

  /**
   * Failures that a pod counts at once; further ones wait, so that a burst of guesses leaves the
   * connections to the payments.
   */
  @WithDefault("2")
  int countedAtOnce();

  /** Refused addresses and keys that a pod remembers, so that they cost the database nothing. */
  @WithDefault("10000")
  int remembered();
}
