package org.mizani.support;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** A sandbox, and settlers of payouts and collections, that take a fraction of their usual time. */
public final class ImpatientRailProfile implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.ofEntries(
        Map.entry("payments.rail.sandbox.answers-after", "200ms"),
        Map.entry("payments.rail.sandbox.slow-answers-after", "1500ms"),
        Map.entry("payments.rail.sandbox.refuses-for", "1200ms"),
        Map.entry("payments.payout.settlement.rail-timeout", "400ms"),
        Map.entry("payments.payout.settlement.poll-after", "100ms,200ms"),
        Map.entry("payments.collection.expires-after", "2500ms"),
        Map.entry("payments.collection.shortest-prompt", "100ms"),
        Map.entry("payments.collection.last-answer-within", "200ms"),
        Map.entry("payments.collection.late-payments-for", "3s"),
        Map.entry("payments.collection.settlement.rail-timeout", "400ms"),
        Map.entry("payments.collection.settlement.poll-after", "100ms,200ms"));
  }
}
