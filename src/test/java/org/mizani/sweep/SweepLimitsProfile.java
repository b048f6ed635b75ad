package org.mizani.sweep;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** Limits of a corridor, and sweeps that begin when the test says. */
public final class SweepLimitsProfile implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "payments.sweep.every", "24h",
        "payments.sweep.page", "2",
        "payments.corridor.limits.tz.mobile.minimum", "500",
        "payments.corridor.limits.tz.mobile.maximum", "10000");
  }
}
