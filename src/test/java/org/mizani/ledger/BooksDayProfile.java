package org.mizani.ledger;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;
import java.util.Set;

/** A database of its own, whose days the tests close, and a rail that keeps books. */
public final class BooksDayProfile implements QuarkusTestProfile {

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "quarkus.scheduler.start-mode",
        "halted",
        "payments.payout.submission-known-for",
        "24h",
        "payments.ledger.closing.after",
        DistantClosing.after().toString(),
        // The days move into the past, with their rates.
        "payments.fx.rate-max-age",
        "0s");
  }

  @Override
  public Set<Class<?>> getEnabledAlternatives() {
    return Set.of(BookkeepingRail.class, BooksDay.class);
  }
}
