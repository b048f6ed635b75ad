package org.mizani.rail;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;

/** Settings of rails as tests make them up. */
public final class RailSettingsOf {

  private RailSettingsOf() {}

  /** All rails of these properties, named without {@code payments.rail}. */
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

  /** The rail {@code net} of these properties, named without {@code payments.rail.net}. */
  public static RailSettings.Rail net(Map<String, String> properties) {
    Map<String, String> named = new HashMap<>();
    properties.forEach((name, value) -> named.put("net." + name, value));
    named.putIfAbsent("net.type", "test");
    return all(named).rails().get("net");
  }
}
