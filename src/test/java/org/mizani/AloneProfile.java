package org.mizani;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/**
 * A database apart, for tests that compare all that is stored: what others pay would be counted as
 * well. Sweeps begin when a test says, in small pages, and there are limits of a corridor.
 */
public final class AloneProfile implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "payments.sweep.every", "24h",
        "payments.sweep.page", "2",
        "payments.corridor.limits.tz.mobile.minimum", "500",
        "payments.corridor.limits.tz.mobile.maximum", "10000");
  }
}
