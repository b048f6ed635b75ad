package org.mizani;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/**
 * A service with a database of its own, for tests that compare all stored rows: payments of other
 * tests would be counted too. Sweeps run only when a test starts them, in pages of two, and so do
 * scheduled batches; payouts to phones in Tanzania have limits, and one business has room for as
 * many batches at once as a test has clients.
 */
public final class AloneProfile implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "payments.bulk.held-at-once", "16",
        "payments.sweep.every", "24h",
        "payments.bulk.schedule.every", "24h",
        "payments.sweep.page", "2",
        "payments.corridor.limits.tz.mobile.minimum", "500",
        "payments.corridor.limits.tz.mobile.maximum", "10000");
  }
}
