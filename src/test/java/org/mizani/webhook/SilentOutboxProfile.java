package org.mizani.webhook;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/**
 * The service's own outbox looks once, before there is anything: the test brings pods of its own.
 */
public final class SilentOutboxProfile implements QuarkusTestProfile {

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of("payments.webhook.tick", "1h");
  }
}
