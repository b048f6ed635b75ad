package org.mizani.webhook;

import java.util.HashMap;
import java.util.Map;
import org.mizani.support.Defaults;

/** Settings of webhooks, without a running service. */
public final class TestConfig {

  private TestConfig() {}

  /** Returns the defaults, except for these properties under {@code payments.webhook}. */
  public static WebhookConfig with(Map<String, String> changed) {
    Map<String, String> settings = new HashMap<>();
    changed.forEach((name, value) -> settings.put("payments.webhook." + name, value));
    return Defaults.with(WebhookConfig.class, settings);
  }
}
