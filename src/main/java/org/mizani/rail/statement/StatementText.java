package org.mizani.rail.statement;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.statement.StatementLine.Word;

/** Texts of a statement: each as its value, or empty if it is none. */
final class StatementText {

  private static final Pattern ID =
      Pattern.compile("\\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\b");
  private static final Pattern BEGINNING = Pattern.compile("[0-9a-fA-F]{12}");
  private static final Pattern AMOUNT =
      Pattern.compile("[+-]?([0-9]{1,15}|[0-9]{1,3}(,[0-9]{3}){1,4})([.][0-9]{1,4})?");
  private static final int LONGEST_REFERENCE = 100;

  /** Times that a statement can be of. */
  private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");

  private static final Instant LATEST = Instant.parse("2100-01-01T00:00:00Z");

  private static final Set<String> DONE =
      Set.of("completed", "complete", "success", "successful", "succeeded");
  private static final Set<String> FAILED =
      Set.of("failed", "rejected", "cancelled", "canceled", "declined", "expired");
  private static final Set<String> OPEN =
      Set.of(
          "accepted",
          "submitted",
          "enqueued",
          "processing",
          "in_reconciliation",
          "pending",
          "initiated",
          "authorized",
          "authorised");
  private static final Set<String> RETURNED = Set.of("reversed", "returned");

  private static final List<DateTimeFormatter> TIMES =
      Stream.of(
              "uuuu-MM-dd['T'][ ]HH:mm[:ss][.SSS]",
              "dd-MM-uuuu HH:mm[:ss]",
              "dd/MM/uuuu HH:mm[:ss]",
              "dd.MM.uuuu HH:mm[:ss]")
          .map(StatementText::formatter)
          .toList();

  private StatementText() {}

  private static DateTimeFormatter formatter(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT)
        .withResolverStyle(ResolverStyle.STRICT);
  }

  /** The first id in a text. */
  static Optional<UUID> id(String text) {
    return ID.matcher(text).results().map(MatchResult::group).map(UUID::fromString).findFirst();
  }

  /** The first 12 digits of an id, in lower case. */
  static Optional<String> beginning(String text) {
    return Optional.of(text)
        .filter(account -> BEGINNING.matcher(account).matches())
        .map(account -> account.toLowerCase(Locale.ROOT));
  }

  /** A reference of the network, which is compared as it is. */
  static Optional<String> reference(String text) {
    return Optional.of(text)
        .filter(reference -> !reference.isEmpty() && reference.length() <= LONGEST_REFERENCE);
  }

  /** An amount of major units, with commas between thousands and with its sign. */
  static Optional<Money> amount(CurrencyUnit currency, String text) {
    return AMOUNT.matcher(text).matches()
        ? tried(() -> Money.exactly(currency, new BigDecimal(text.replace(",", ""))))
        : Optional.empty();
  }

  /** A time of this zone, unless it names its own. */
  static Optional<Instant> time(ZoneId zone, String text) {
    return Stream.concat(
            tried(() -> OffsetDateTime.parse(text).toInstant()).stream(),
            TIMES.stream()
                .flatMap(format -> tried(() -> LocalDateTime.parse(text, format)).stream())
                .map(local -> local.atZone(zone).toInstant()))
        .filter(time -> time.isAfter(EARLIEST) && time.isBefore(LATEST))
        .findFirst();
  }

  /** A status. */
  static Optional<Word> word(String text) {
    String status = text.toLowerCase(Locale.ROOT).replace(' ', '_');
    if (DONE.contains(status)) {
      return Optional.of(Word.DONE);
    } else if (FAILED.contains(status)) {
      return Optional.of(Word.FAILED);
    } else if (OPEN.contains(status)) {
      return Optional.of(Word.OPEN);
    }
    return RETURNED.contains(status) ? Optional.of(Word.RETURNED) : Optional.empty();
  }

  private static <T> Optional<T> tried(Supplier<T> parse) {
    try {
      return Optional.of(parse.get());
    } catch (ArithmeticException | DateTimeException e) {
      return Optional.empty();
    }
  }
}
