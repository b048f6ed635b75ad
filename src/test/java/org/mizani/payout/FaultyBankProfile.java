package org.mizani.payout;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;
import java.util.Set;

/** Profile of a service that pays through the faulty bank, with short waits between polls. */
public final class FaultyBankProfile implements QuarkusTestProfile {

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "payments.payout.submission-put-off", "300ms",
        // A page for each payout that is asked about first.
        "payments.payout.submission-batch", "1",
        "payments.payout.settlement.rail-timeout", "1s",
        "payments.payout.settlement.poll-after", "300ms,1s",
        "payments.rail.breaker.delay", "1s",
        // Half of the calls have no answer even while the bank is open.
        "payments.rail.breaker.failure-percent", "90");
  }

  @Override
  public Set<Class<?>> getEnabledAlternatives() {
    return Set.of(FaultyBankRail.class);
  }
}
