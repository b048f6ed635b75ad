package org.mizani.access;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings {@code payments.authentication.*}: limits of failed authentications. */
@ConfigMapping(prefix = "payments.authentication")
public interface AuthenticationConfig {

  /** Failures a minute of one key from one address, over all pods. */
  @WithDefault("10")
  int failuresPerKey();

  /** Failures a minute from one address with any keys, over all pods. */
  @WithDefault("100")
  int failuresPerAddress();

  /**
   * Failures that a pod counts at once; others wait, so that a burst of guesses leaves connections
   * to the payments.
   */
  @WithDefault("2")
  int countedAtOnce();

  /** Refused addresses and keys in a pod's cache, so that they need no statement. */
  @WithDefault("10000")
  int remembered();
}
