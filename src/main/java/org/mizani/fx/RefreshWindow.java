package org.mizani.fx;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * When the rates of a day are refreshed: from their change on, for a while, and not any more at its
 * end. It knows no clock of its own.
 *
 * @param length shorter than a day, so that there is one day at a time
 */
public record RefreshWindow(Duration length) {

  /** The day whose rates are due now, if there is one. */
  public Optional<LocalDate> due(Instant now) {
    LocalDate day = lastChanged(now);
    return Optional.of(day).filter(begun -> now.isBefore(end(begun)));
  }

  /** The last day whose window has ended. */
  public LocalDate over(Instant now) {
    LocalDate day = lastChanged(now);
    return now.isBefore(end(day)) ? day.minusDays(1) : day;
  }

  /** When the window of a day ends. */
  public Instant end(LocalDate day) {
    return RateTimes.on(day).plus(length);
  }

  private static LocalDate lastChanged(Instant now) {
    return RateTimes.after(now).atOffset(ZoneOffset.UTC).toLocalDate().minusDays(1);
  }
}
