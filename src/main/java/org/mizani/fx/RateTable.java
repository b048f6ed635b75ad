package org.mizani.fx;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;

/** Rates by pair and by the instant from which each holds; it also knows those still to come. */
record RateTable(Map<CurrencyPair, NavigableMap<Instant, BigDecimal>> ratesByPair) {

  Optional<BigDecimal> inForce(CurrencyPair pair, Instant now) {
    NavigableMap<Instant, BigDecimal> rates = ratesByPair.get(pair);
    return Optional.ofNullable(rates)
        .map(byStart -> byStart.floorEntry(now))
        .map(Map.Entry::getValue);
  }
}
