package org.mizani.webhook;

import java.util.HashMap;
import java.util.Map;
import org.mizani.support.Defaults;

/** The settings without a running service. */
public final class TestConfig {

  private TestConfig() {}

  /** The defaults, but for these properties under {@code payments.webhook}. */
  public static WebhookConfig with(Map<String, String> changed) {
    Map<String, String> settings = new HashMap<>();
    changed.forEach((name, value) -> settings.put("payments.webhook." + name, value));
    return Defaults.with(WebhookConfig.class, settings);
  }
}
