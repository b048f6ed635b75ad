package org.mizani.support;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** A service whose scheduled jobs do not run: the test does their work, or brings its own pods. */
public final class HaltedSchedulerProfile implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of("quarkus.scheduler.start-mode", "halted");
  }
}
