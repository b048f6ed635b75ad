package org.mizani.webhook;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** The outbox with seconds where a deployment has minutes and hours. */
public final class ImpatientProfile implements QuarkusTestProfile {

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "payments.webhook.http.timeout", "3s",
        "payments.webhook.lease", "8s",
        "payments.webhook.secrets.age", "1s",
        "payments.webhook.retry.delays", "0s,1100ms,300ms",
        "payments.webhook.retry.jitter-percent", "0");
  }
}
