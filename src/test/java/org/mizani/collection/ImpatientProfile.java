package org.mizani.collection;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** A sandbox and a settler of collections that take a fraction of their usual time. */
public final class ImpatientProfile implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "payments.rail.sandbox.answers-after", "200ms",
        "payments.rail.sandbox.slow-answers-after", "1500ms",
        "payments.rail.sandbox.refuses-for", "1200ms",
        "payments.collection.expires-after", "2500ms",
        "payments.collection.late-payments-for", "3s",
        "payments.collection.settlement.rail-timeout", "400ms",
        "payments.collection.settlement.look-again-after", "100ms,200ms");
  }
}
