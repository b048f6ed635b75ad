package org.mizani.ledger;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** A database of its own, whose days the tests close. */
public final class ClosingProfile implements QuarkusTestProfile {

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "quarkus.scheduler.start-mode",
        "halted",
        "payments.ledger.closing.after",
        DistantClosing.after().toString());
  }
}
