package org.mizani.webhook.address;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of the addresses that webhooks may go to. */
@ConfigMapping(prefix = "payments.webhook")
public interface AddressConfig {

  /**
   * Networks that webhooks never go to, in any environment, such as {@code 203.0.113.0/24}: the
   * deployment's own networks that have public addresses. In production, addresses that are not
   * public are forbidden anyway.
   */
  Optional<List<String>> forbiddenNetworks();

  Registration registration();

  @WithName("http")
  Attempts attempts();

  /** DNS look-ups in production before a callback URL is accepted. */
  interface Registration {

    /** How long a request waits for a look-up; after that the URL is accepted. */
    @WithDefault("1s")
    Duration lookupTimeout();

    /** Look-ups at the same time, which businesses share. */
    @WithDefault("4")
    int lookups();

    /** Queued look-ups of a business; a URL beyond that is accepted without one. */
    @WithDefault("64")
    int waiting();

    /** How long the verdict on a name is cached. */
    @WithDefault("60s")
    Duration age();

    /** Names with their verdict in the cache. */
    @WithDefault("10000")
    int cached();
  }

  /** DNS look-ups of attempts. */
  interface Attempts {

    /** Look-ups at the same time of names that resolved before, and as many of other names. */
    @WithDefault("16")
    int lookups();

    /** Names that are remembered as resolved before. */
    @WithDefault("10000")
    int knownNames();
  }
}
