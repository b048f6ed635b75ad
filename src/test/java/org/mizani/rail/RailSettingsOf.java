package org.mizani.rail;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;

/** Creates settings of rails for tests. */
public final class RailSettingsOf {

  private RailSettingsOf() {}

  /** Returns all rails of these properties. Names lack the prefix {@code payments.rail}. */
  public static RailSettings all(Map<String, String> properties) {
    Map<String, String> named = new HashMap<>();
    properties.forEach((name, value) -> named.put("payments.rail." + name, value));
    return new SmallRyeConfigBuilder()
        .addDiscoveredConverters()
        .withMapping(RailSettings.class)
        .withValidateUnknown(false)
        .withSources(new PropertiesConfigSource(named, "test", 1))
        .build()
        .getConfigMapping(RailSettings.class);
  }

  /** Returns the rail {@code net} of these properties. Names lack {@code payments.rail.net}. */
  public static RailSettings.Rail net(Map<String, String> properties) {
    Map<String, String> named = new HashMap<>();
    properties.forEach((name, value) -> named.put("net." + name, value));
    named.putIfAbsent("net.type", "test");
    return all(named).rails().get("net");
  }
}
