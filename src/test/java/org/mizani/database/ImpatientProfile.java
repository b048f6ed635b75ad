package org.mizani.database;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/**
 * A service with short time-outs of the database, longer than a stall of the machine, and batches
 * that are never judged in time, each of whose items counts as a request.
 */
public final class ImpatientProfile implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "payments.database.timeout", "4s",
        "payments.statement.timeout", "2s",
        "payments.trial-balance.timeout", "2s",
        "payments.bulk.items-most", "10000",
        "payments.bulk.items-per-request", "1",
        "payments.bulk.judged-within", "1ms",
        "payments.rate-limit-per-minute", "20000");
  }
}
