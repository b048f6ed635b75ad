package org.mizani.webhook;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** The service's own outbox does not look for anything: the test brings pods of its own. */
public final class SilentOutboxProfile implements QuarkusTestProfile {

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of("quarkus.scheduler.start-mode", "halted");
  }
}
