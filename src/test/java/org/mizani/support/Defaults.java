package org.mizani.support;

import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;

/** Settings with their default values. */
public final class Defaults {

  private Defaults() {}

  /** The defaults of a package's {@code *Config} interface. */
  public static <T> T of(Class<T> config) {
    return with(config, Map.of());
  }

  /** The defaults, but for these settings. */
  public static <T> T with(Class<T> config, Map<String, String> changed) {
    SmallRyeConfigBuilder builder =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .addDefaultInterceptors()
            .withMapping(config);
    changed.forEach(builder::withDefaultValue);
    return builder.build().getConfigMapping(config);
  }
}
