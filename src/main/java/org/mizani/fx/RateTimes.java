package org.mizani.fx;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;

/** When rates change: at 17:00 UTC (decisions, "Balances, rates"). */
public final class RateTimes {

  private static final LocalTime CHANGE = LocalTime.of(17, 0);

  private RateTimes() {}

  /** The change of a day. */
  public static Instant on(LocalDate day) {
    return day.atTime(CHANGE).toInstant(ZoneOffset.UTC);
  }

  /** The first change after an instant. */
  public static Instant after(Instant now) {
    LocalDate day = now.atOffset(ZoneOffset.UTC).toLocalDate();
    return on(day).isAfter(now) ? on(day) : on(day.plusDays(1));
  }
}
