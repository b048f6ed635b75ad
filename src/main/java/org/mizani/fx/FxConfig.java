package org.mizani.fx;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.fx.*}. */
@ConfigMapping(prefix = "payments.fx")
public interface FxConfig {

  /** How often the rates are read again. */
  @WithDefault("5s")
  Duration refreshEvery();

  /** The age at which the rates in memory are not trusted any more. */
  @WithDefault("1m")
  Duration maxAge();
}
