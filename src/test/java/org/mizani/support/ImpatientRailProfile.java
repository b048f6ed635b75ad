package org.mizani.support;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/**
 * Settlers of payouts and collections that poll again soon, and a sandbox whose slow answers come
 * when a test moves the time of creation back.
 */
public final class ImpatientRailProfile implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "payments.rail.sandbox.slow-answers-after", "1h",
        "payments.rail.sandbox.refuses-for", "1h",
        "payments.payout.settlement.rail-timeout", "400ms",
        "payments.payout.settlement.poll-after", "100ms,200ms",
        "payments.collection.settlement.rail-timeout", "400ms",
        "payments.collection.settlement.poll-after", "100ms,200ms");
  }
}
