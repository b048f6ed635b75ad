package org.mizani.ledger;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;

/**
 * Delay of a day's closing that ends half a day away from the present time of day, so that no day
 * comes due while tests run: neither at midnight nor at any other time.
 */
final class DistantClosing {

  private static final Duration DAY = Duration.ofDays(1);

  /** The shortest delay after a day's end that the service takes, and its default. */
  private static final Duration SHORTEST = Duration.ofMinutes(5);

  private static final String KNOWN = "tests.closing.after";

  private DistantClosing() {}

  /**
   * The delay of a closing after the day's end: one value a JVM, though this class is loaded anew
   * for each start of the service, and noon may pass between two.
   */
  static synchronized Duration after() {
    return Duration.parse(
        (String)
            System.getProperties().computeIfAbsent(KNOWN, unused -> halfADayAway().toString()));
  }

  private static Duration halfADayAway() {
    Duration halfADayOn =
        Duration.ofSeconds(LocalTime.now(ZoneOffset.UTC).toSecondOfDay()).plus(DAY.dividedBy(2));
    Duration after = halfADayOn.compareTo(DAY) < 0 ? halfADayOn : halfADayOn.minus(DAY);
    return after.compareTo(SHORTEST) < 0 ? SHORTEST : after;
  }

  /** The first day that is not to be closed yet: today's or yesterday's date. */
  static LocalDate today() {
    return Instant.now().minus(after()).atOffset(ZoneOffset.UTC).toLocalDate();
  }
}
