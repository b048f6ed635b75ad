package org.mizani.payout;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;
import java.util.Set;

/** A service that polls a bank full of faults again soon. */
public final class FaultyBankProfile implements QuarkusTestProfile {

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "payments.payout.settlement.rail-timeout", "1s",
        "payments.payout.settlement.poll-after", "300ms,1s",
        "payments.rail.breaker.delay", "1s",
        // Half of its calls have no answer even when it is there.
        "payments.rail.breaker.failure-percent", "90");
  }

  @Override
  public Set<Class<?>> getEnabledAlternatives() {
    return Set.of(FaultyBankRail.class);
  }
}
