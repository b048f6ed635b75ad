package org.mizani.operator.business;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** A sandbox that answers, and an outbox that gives up, in a fraction of their usual time. */
public final class QuickProfile implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "payments.rail.sandbox.answers-after", "200ms",
        "payments.rail.sandbox.slow-answers-after", "5s",
        "payments.collection.settlement.poll-after", "200ms",
        "payments.payout.settlement.rail-timeout", "300ms",
        "payments.payout.settlement.poll-after", "200ms",
        "payments.webhook.http.timeout", "5s",
        "payments.webhook.lease", "12s",
        "payments.webhook.secrets.age", "200ms",
        "payments.webhook.retry.delays", "0s,100ms,100ms",
        "payments.webhook.retry.jitter-percent", "0");
  }
}
