package org.mizani.console;

import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import org.mizani.money.CurrencyUnit;

/** Values as pages show them, in one form for all readers. A value that there is not is empty. */
public final class Shown {

  private static final String GROUPED = "#,##0";
  private static final int MOST_DIGITS = 30;

  private Shown() {}

  /** An amount with its currency, such as {@code 1,234,567.50 KES}. */
  public static String money(BigDecimal major, String currency) {
    if (major == null) {
      return "";
    }
    int digits = CurrencyUnit.find(currency).map(CurrencyUnit::minorDigits).orElse(0);
    return grouped(major, digits) + " " + currency;
  }

  /** An amount whose currency is known, such as {@code 1,234,567.5}. */
  public static String amount(BigDecimal major) {
    return grouped(major, 0);
  }

  /** A number, such as {@code 12,345}. */
  public static String number(long number) {
    return grouped(BigDecimal.valueOf(number), 0);
  }

  private static String grouped(BigDecimal number, int leastDigits) {
    DecimalFormat format =
        new DecimalFormat(GROUPED, DecimalFormatSymbols.getInstance(Locale.ROOT));
    format.setMinimumFractionDigits(leastDigits);
    format.setMaximumFractionDigits(MOST_DIGITS);
    return format.format(number);
  }

  /** A time in UTC to the second, such as {@code 2026-11-29T08:17:23Z}. */
  public static String time(Instant at) {
    return at == null ? "" : at.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** The same to the millisecond, where events are close together. */
  public static String exactTime(Instant at) {
    return at == null ? "" : at.truncatedTo(ChronoUnit.MILLIS).toString();
  }

  /** A name of the wire in words, such as {@code termination pending}. */
  public static String words(String name) {
    return name == null ? "" : name.replace('_', ' ').replace('-', ' ').replace('.', ' ');
  }

  /** The same as the beginning of a sentence. */
  public static String sentence(String name) {
    String words = words(name);
    return words.isEmpty()
        ? ""
        : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  /** A text, or the empty one. */
  public static String text(Object value) {
    return value == null ? "" : value.toString();
  }

  /** A word for a switch. */
  public static String yes(boolean value) {
    return value ? "yes" : "no";
  }

  /** The kind of a payment's status, by which its mark looks: never by a colour alone. */
  public static String mood(String status) {
    return Optional.ofNullable(status)
        .map(
            name ->
                name.endsWith("success")
                    ? "good"
                    : name.endsWith("failure") || name.equals("cancelled") ? "bad" : "open")
        .orElse("open");
  }
}
