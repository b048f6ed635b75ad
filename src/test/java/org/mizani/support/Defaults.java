package org.mizani.support;

import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;

/** Settings as they are when nobody sets any. */
public final class Defaults {

  private Defaults() {}

  /** Those of a package's {@code *Config} interface. */
  public static <T> T of(Class<T> config) {
    return with(config, Map.of());
  }

  /** The same, but for these settings. */
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
