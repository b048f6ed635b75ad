package org.mizani.fx;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Rates as they were read.
 *
 * @param rates by pair, and by the instant from which each is in force
 * @param databaseAhead the database's clock minus this pod's
 * @param readAtNanos {@link System#nanoTime} when they were read
 */
record RateSnapshot(
    Map<Pair, NavigableMap<Instant, BigDecimal>> rates, Duration databaseAhead, long readAtNanos) {

  /** Currency pair, by the codes of its currencies. */
  record Pair(String from, String to) {}

  /**
   * The rate of a pair in force at an instant of the database's clock, unless it is older.
   *
   * @param maxAge zero if rates do not age
   */
  Optional<BigDecimal> inForce(Pair pair, Instant now, Duration maxAge) {
    return Optional.ofNullable(rates.get(pair))
        .map(byStart -> byStart.floorEntry(now))
        .filter(rate -> maxAge.isZero() || !rate.getKey().plus(maxAge).isBefore(now))
        .map(Map.Entry::getValue);
  }

  /** Seconds since the rate in force of each pair came into force. */
  Map<Pair, Long> ages(Instant now) {
    Map<Pair, Long> ages = new HashMap<>();
    rates.forEach(
        (pair, byStart) -> {
          Instant since = byStart.floorKey(now);
          if (since != null) {
            ages.put(pair, since.until(now, ChronoUnit.SECONDS));
          }
        });
    return ages;
  }

  /** The rates that were entered. */
  static RateSnapshot of(List<ExchangeRate> entered, Duration ahead, long readAt) {
    Map<Pair, NavigableMap<Instant, BigDecimal>> rates = new HashMap<>();
    for (ExchangeRate rate : entered) {
      rates
          .computeIfAbsent(
              new Pair(rate.from().name(), rate.to().name()), ignored -> new TreeMap<>())
          .put(rate.effectiveFrom(), rate.rate());
    }
    return new RateSnapshot(rates, ahead, readAt);
  }
}
