package org.mizani.operator.access;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** The operator interface at a port of its own. */
public final class OwnPortProfile implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of("payments.operator.port", "0", "payments.operator.host", "127.0.0.1");
  }
}
