package org.mizani.database;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.database.*}. */
@ConfigMapping(prefix = "payments.database")
public interface DatabaseConfig {

  /** How long a statement may take, waiting for a connection included. */
  @WithDefault("5s")
  Duration timeout();
}
