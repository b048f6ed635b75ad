package org.mizani.fx;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Schedule of the rates. They change every day at 17:00 UTC (specification, section 8). The refresh
 * of a day may run from that change until the end of its window.
 *
 * @param window length of the refresh window, less than a day, so that windows do not overlap
 */
public record RateSchedule(Duration window) {

  private static final LocalTime CHANGE = LocalTime.of(17, 0);

  /** The change of a day. */
  public static Instant changeOn(LocalDate day) {
    return day.atTime(CHANGE).toInstant(ZoneOffset.UTC);
  }

  /** The first change after an instant. */
  public static Instant changeAfter(Instant now) {
    LocalDate day = now.atOffset(ZoneOffset.UTC).toLocalDate();
    return changeOn(day).isAfter(now) ? changeOn(day) : changeOn(day.plusDays(1));
  }

  /** The day whose refresh window is open, if one is. */
  public Optional<LocalDate> due(Instant now) {
    return Optional.of(lastChanged(now)).filter(day -> now.isBefore(end(day)));
  }

  /** The last day whose refresh window has ended. */
  public LocalDate over(Instant now) {
    LocalDate day = lastChanged(now);
    return now.isBefore(end(day)) ? day.minusDays(1) : day;
  }

  /** The end of a day's refresh window. */
  public Instant end(LocalDate day) {
    return changeOn(day).plus(window);
  }

  private static LocalDate lastChanged(Instant now) {
    return changeAfter(now).atOffset(ZoneOffset.UTC).toLocalDate().minusDays(1);
  }
}
