package org.mizani.rail.daraja;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Times as Daraja writes them: East Africa Time, three hours before UTC all year. */
public final class EatTime {

  private static final ZoneOffset EAT = ZoneOffset.ofHours(3);
  private static final DateTimeFormatter DIGITS = formatter("uuuuMMddHHmmss");
  private static final DateTimeFormatter DOTTED = formatter("dd.MM.uuuu HH:mm:ss");

  private EatTime() {}

  private static DateTimeFormatter formatter(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT)
        .withResolverStyle(ResolverStyle.STRICT);
  }

  /** The timestamp of a request: {@code yyyyMMddHHmmss}. */
  public static String timestamp(Instant instant) {
    return DIGITS.format(instant.atOffset(EAT));
  }

  /** The day at the network. */
  static LocalDate day(Instant instant) {
    return instant.atOffset(EAT).toLocalDate();
  }

  /**
   * The instant of a result, in either of its two forms: {@code 20191219102115} or {@code
   * 06.07.2024 22:48:52}. Empty for another form, because a payment does not depend on it.
   */
  public static Optional<Instant> parse(String text) {
    return Stream.of(DIGITS, DOTTED)
        .flatMap(formatter -> parse(formatter, text.strip()).stream())
        .findFirst();
  }

  private static Optional<Instant> parse(DateTimeFormatter formatter, String text) {
    try {
      return Optional.of(LocalDateTime.parse(text, formatter).toInstant(EAT));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
