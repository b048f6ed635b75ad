package org.mizani.http;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.mizani.fault.ApiFault;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Rules that request fields share. Each returns the value in the type that the rest of the service
 * uses, or throws the 400 that names the field (specification, section 7).
 */
public final class Fields {

  /** Greatest length of a free text, in characters (Unicode code points). */
  public static final int MAX_TEXT = 100;

  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

  private Fields() {}

  /** Refuses a request without a body, and the body {@code null}. */
  public static void requireBody(Object body) {
    if (body == null) {
      throw ApiFault.BODY_NOT_OBJECT.asException();
    }
  }

  /** A required text. */
  public static String required(String field, String value) {
    if (isBlank(value)) {
      throw ApiFault.required(field).asException();
    }
    return sane(field, value);
  }

  /** An optional text; empty if it is null or blank. */
  public static Optional<String> optional(String field, String value) {
    return isBlank(value) ? Optional.empty() : Optional.of(sane(field, value));
  }

  /** The value of a required text, which is one of a closed set. */
  public static <T> T oneOf(String field, String value, String allowed, Parser<T> parser) {
    return parser
        .parse(required(field, value))
        .orElseThrow(() -> ApiFault.notOneOf(field, allowed).asException());
  }

  /** Parser of the texts of a closed set; empty for any other text. */
  @FunctionalInterface
  public interface Parser<T> {
    Optional<T> parse(String text);
  }

  /** A required date of the form YYYY-MM-DD. */
  public static LocalDate date(String field, String value) {
    String text = required(field, value);
    try {
      if (DATE.matcher(text).matches()) {
        return LocalDate.parse(text);
      }
    } catch (DateTimeParseException e) {
      // Such as 2026-02-30: answered like any other text that is no date.
    }
    throw ApiFault.invalid(field, "must be a date in the form YYYY-MM-DD").asException();
  }

  /** A required number above zero. */
  public static BigDecimal positive(String field, BigDecimal value) {
    if (value == null) {
      throw ApiFault.required(field).asException();
    }
    if (value.signum() <= 0) {
      throw ApiFault.invalid(field, "must be greater than 0").asException();
    }
    return value;
  }

  /** A required amount in major units: positive, no finer than the currency, within the limit. */
  public static Money amount(String field, BigDecimal value, CurrencyUnit currency) {
    positive(field, value);
    if (Money.isFinerThan(currency, value)) {
      throw ApiFault.invalid(
              field,
              "must have at most %d decimal places for %s"
                  .formatted(currency.minorDigits(), currency))
          .asException();
    }
    try {
      return Money.exactly(currency, value);
    } catch (ArithmeticException e) {
      throw ApiFault.tooLarge(field).asException();
    }
  }

  /** Whether a text is null, empty, or nothing that one could see: white space, invisible marks. */
  public static boolean isBlank(String text) {
    return text == null || !hasCharacter(text, c -> !isInvisible(c));
  }

  /** Without a stream, which would cost each field of each request more than the look at it. */
  private static boolean hasCharacter(String text, IntPredicate wanted) {
    for (int at = 0, c; at < text.length(); at += Character.charCount(c)) {
      c = text.codePointAt(at);
      if (wanted.test(c)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isInvisible(int character) {
    return Character.isWhitespace(character)
        || Character.isSpaceChar(character)
        || Character.getType(character) == Character.FORMAT;
  }

  private static String sane(String field, String value) {
    if (value.codePointCount(0, value.length()) > MAX_TEXT) {
      throw ApiFault.invalid(field, "must be at most " + MAX_TEXT + " characters").asException();
    }
    if (hasCharacter(value, c -> Character.isISOControl(c) || isLoneSurrogate(c))) {
      throw ApiFault.invalid(field, "must not contain control characters").asException();
    }
    return value;
  }

  private static boolean isLoneSurrogate(int character) {
    return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
  }
}
