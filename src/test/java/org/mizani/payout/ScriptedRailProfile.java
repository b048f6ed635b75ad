package org.mizani.payout;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;
import java.util.Set;

/**
 * Profile of a service on a {@link ScriptedRail}: it polls a payment again an hour later, or when a
 * test makes it due, and a call under way ends when the test lets it.
 */
public final class ScriptedRailProfile implements QuarkusTestProfile {

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "payments.rail.breaker.off", "moody",
        "payments.payout.lookup.timeout", "300ms",
        "payments.payout.submission-put-off", "300ms",
        "payments.payout.settlement.rail-timeout", "29s",
        "payments.payout.settlement.flag-every", "24h",
        "payments.payout.settlement.poll-after", "1h",
        "payments.collection.settlement.rail-timeout", "29s",
        "payments.collection.settlement.poll-after", "1h");
  }

  @Override
  public Set<Class<?>> getEnabledAlternatives() {
    return Set.of(ScriptedRail.class);
  }
}
