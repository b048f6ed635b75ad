package org.mizani.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mizani.fault.ApiFault;

/**
 * ISO 8601 date and time of a query. Without an offset it is UTC, as all times that the service
 * shows; a date alone is the start of its day.
 *
 * @param text as it was sent
 * @param instant the instant it means
 */
public record IsoTimestamp(String text, Instant instant) {

  private static final Pattern ISO_8601 =
      Pattern.compile(
          "(?<date>[0-9]{4}-[0-9]{2}-[0-9]{2})"
              + "(?:T(?<time>[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?)"
              + "(?<offset>Z|[+-][0-9]{2}(?::?[0-9]{2})?)?)?");

  /**
   * The timestamp of a query parameter; empty if it is null or blank.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 unless it is ISO 8601
   */
  public static Optional<IsoTimestamp> find(String field, String value) {
    if (Fields.isBlank(value)) {
      return Optional.empty();
    }
    // In a query an unencoded + is a blank; where ISO 8601 has no blank it was one.
    String text = value.replace(' ', '+');
    Matcher parts = ISO_8601.matcher(text);
    try {
      if (parts.matches()) {
        return Optional.of(new IsoTimestamp(text, instant(parts)));
      }
    } catch (DateTimeException e) {
      // Such as 2026-02-30: answered like any other text that is no date.
    }
    throw ApiFault.invalid(field, "must be an ISO 8601 date and time").asException();
  }

  /**
   * The instant rounded up to the microseconds that the database stores. A stored time is before
   * the rounded instant exactly if it is before this one.
   */
  public Instant inMicros() {
    Instant cut = instant.truncatedTo(ChronoUnit.MICROS);
    return cut.equals(instant) ? cut : cut.plus(1, ChronoUnit.MICROS);
  }

  private static Instant instant(Matcher parts) {
    String time = Optional.ofNullable(parts.group("time")).orElse("00:00");
    String offset = Optional.ofNullable(parts.group("offset")).orElse("Z");
    return LocalDate.parse(parts.group("date"))
        .atTime(LocalTime.parse(time.replace(',', '.')))
        .toInstant(ZoneOffset.of(offset));
  }
}
