package org.mizani.webhook;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** The header in which a receiver says when to come again: seconds or a date (RFC 9110, 10.2.3). */
final class RetryAfter {

  private RetryAfter() {}

  /** How long to wait from now on; nothing where the header is absent, past or malformed. */
  static Optional<Duration> parse(String header, Instant now) {
    if (header == null) {
      return Optional.empty();
    }
    try {
      String text = header.strip();
      Duration wait =
          text.matches("[0-9]{1,9}")
              ? Duration.ofSeconds(Long.parseLong(text))
              : Duration.between(
                  now, DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
      return Optional.of(wait).filter(duration -> !duration.isNegative());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
