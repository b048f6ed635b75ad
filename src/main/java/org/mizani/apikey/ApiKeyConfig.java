package org.mizani.apikey;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings {@code payments.api-keys.*}: the API keys that businesses make themselves. */
@ConfigMapping(prefix = "payments.api-keys")
public interface ApiKeyConfig {

  /** Keys of a business, valid or ended within a day, from which on it makes none. */
  @WithDefault("20")
  int most();

  /** Changes of keys by businesses that a pod makes at once; each waits over a connection. */
  @WithDefault("3")
  int atOnce();
}
