package org.mizani.webhook;

import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;

/** The settings without a running service. */
public final class TestConfig {

  private TestConfig() {}

  /** The defaults, but for these properties under {@code payments.webhook}. */
  public static WebhookConfig with(Map<String, String> changed) {
    SmallRyeConfigBuilder builder =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .addDefaultInterceptors()
            .withMapping(WebhookConfig.class);
    changed.forEach((name, value) -> builder.withDefaultValue("payments.webhook." + name, value));
    return builder.build().getConfigMapping(WebhookConfig.class);
  }
}
