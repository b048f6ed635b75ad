package org.mizani.support;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** A service without scheduled jobs: the test does their work, or brings pods of its own. */
public final class HaltedSchedulerProfile implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "quarkus.scheduler.start-mode",
        "halted",
        // No job reads the switch again.
        "payments.payout.submission-known-for",
        "24h");
  }
}
