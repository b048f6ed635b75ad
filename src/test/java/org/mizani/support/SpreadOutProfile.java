package org.mizani.support;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.mizani.database.replica.MovableStopwatch;

/**
 * A service with ports of their own for operators and for management, an identity provider of its
 * operators, and a replica for reads that may lag, which is checked often.
 */
public final class SpreadOutProfile implements QuarkusTestProfile {

  /** Longer than a test takes: a lag is above it only if the test moves the clock. */
  public static final Duration MAX_LAG = Duration.ofMinutes(10);

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "payments.operator.oidc.keys-every", "1s",
        "payments.operator.port", "0",
        "payments.operator.host", "127.0.0.1",
        "payments.management.port", "0",
        "payments.management.host", "127.0.0.1",
        "payments.database.replica.every", "100ms",
        "payments.database.replica.retry-after", "500ms",
        "payments.database.replica.timeout", "10s",
        "payments.database.replica.max-lag", MAX_LAG.toSeconds() + "s");
  }

  @Override
  public Set<Class<?>> getEnabledAlternatives() {
    return Set.of(MovableStopwatch.class);
  }

  @Override
  public List<TestResourceEntry> testResources() {
    return List.of(
        new TestResourceEntry(ReplicatedDatabase.class),
        new TestResourceEntry(TestIdentityProvider.class));
  }

  /** The database of the other tests has no replica. */
  @Override
  public boolean disableGlobalTestResources() {
    return true;
  }
}
