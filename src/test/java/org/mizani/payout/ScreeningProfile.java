package org.mizani.payout;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.mizani.support.FreePort;

/**
 * Profile of a service on a {@link ScriptedRail} whose payouts are screened by a {@link
 * ScreeningStandIn}.
 */
public final class ScreeningProfile implements QuarkusTestProfile {

  static final String SECRET = "Bearer of the screening";

  @Override
  public Map<String, String> getConfigOverrides() {
    Map<String, String> settings = new HashMap<>(new ScriptedRailProfile().getConfigOverrides());
    settings.put(
        "payments.screening.url", "http://127.0.0.1:" + FreePort.number() + "/screen?by=mizani");
    settings.put("payments.screening.secret", SECRET);
    settings.put("payments.screening.timeout", "20s");
    return settings;
  }

  @Override
  public Set<Class<?>> getEnabledAlternatives() {
    return Set.of(ScriptedRail.class);
  }
}
