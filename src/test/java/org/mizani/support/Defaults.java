package org.mizani.support;

import io.smallrye.config.SmallRyeConfigBuilder;

/** Settings as they are when nobody sets any. */
public final class Defaults {

  private Defaults() {}

  /** Those of a package's {@code *Config} interface. */
  public static <T> T of(Class<T> config) {
    return new SmallRyeConfigBuilder()
        .addDiscoveredConverters()
        .addDefaultInterceptors()
        .withMapping(config)
        .build()
        .getConfigMapping(config);
  }
}
