package org.mizani.payout;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;
import java.util.Set;

/**
 * A rail with moods that is asked again an hour later, or when the test says so; a call under way
 * ends when the test lets it.
 */
public final class MoodyProfile implements QuarkusTestProfile {

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "payments.rail.breaker.off", "moody",
        "payments.payout.lookup.timeout", "300ms",
        "payments.payout.settlement.rail-timeout", "29s",
        "payments.payout.settlement.flag-every", "24h",
        "payments.payout.settlement.poll-after", "1h",
        "payments.collection.settlement.poll-after", "1h");
  }

  @Override
  public Set<Class<?>> getEnabledAlternatives() {
    return Set.of(MoodyRail.class);
  }
}
