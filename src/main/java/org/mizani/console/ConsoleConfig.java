package org.mizani.console;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings {@code payments.console.*}. */
@ConfigMapping(prefix = "payments.console")
interface ConsoleConfig {

  /** Whether there is a console; otherwise its paths are not found. */
  @WithDefault("true")
  boolean enabled();
}
