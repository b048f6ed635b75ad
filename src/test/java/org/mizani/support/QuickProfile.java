package org.mizani.support;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/**
 * A service with settlers that poll again, and an outbox that gives up, in a fraction of their
 * usual time. The simulator's slow answers come when a test moves the time of creation back. An
 * attempt of a webhook may take longer than a machine stalls, and a delivery that found no room is
 * claimed again within the tests' patience.
 */
public final class QuickProfile implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.ofEntries(
        Map.entry("payments.rail.simulator.slow-answers-after", "1h"),
        Map.entry("payments.rail.simulator.refuses-for", "1h"),
        Map.entry("payments.payout.settlement.rail-timeout", "400ms"),
        Map.entry("payments.payout.settlement.poll-after", "100ms,200ms"),
        Map.entry("payments.collection.settlement.rail-timeout", "400ms"),
        Map.entry("payments.collection.settlement.poll-after", "100ms,200ms"),
        Map.entry("payments.export.most", "3"),
        Map.entry("payments.export.page", "2"),
        Map.entry("payments.webhook.http.timeout", "30s"),
        Map.entry("payments.webhook.http.connect-timeout", "30s"),
        Map.entry("payments.webhook.lease", "10m"),
        Map.entry("payments.webhook.limits.pending-per-business", "20000"),
        Map.entry("payments.webhook.secrets.age", "200ms"),
        Map.entry("payments.webhook.endpoints.max-age", "10m"),
        Map.entry("payments.webhook.retry.delays", "0s,100ms,100ms"),
        Map.entry("payments.webhook.retry.jitter-percent", "0"));
  }
}
