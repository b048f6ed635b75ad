package org.mizani.corridor;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import com.google.i18n.phonenumbers.PhoneNumberUtil.ValidationResult;
import com.google.i18n.phonenumbers.Phonenumber;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Phone number of one of the countries served.
 *
 * @param country that has assigned it
 * @param e164 the whole number, {@code +} and digits
 */
public record PhoneNumber(Country country, String e164) {

  private static final int NATIONAL_DIGITS = 9;
  private static final Pattern DIGITS = Pattern.compile("\\+?[1-9][0-9]{6,14}");
  // The library accepts South African numbers of five digits; wallets have nine, 6 to 8 first.
  private static final Pattern SOUTH_AFRICAN_MOBILE = Pattern.compile("\\+27[678][0-9]{8}");

  /** Whether this is a whole international number, with or without its {@code +}. */
  public static boolean isInternational(String text) {
    return DIGITS.matcher(text).matches();
  }

  /** Whether a number, with or without its {@code +}, begins with the country's prefix. */
  public static boolean hasPrefixOf(Country country, String text) {
    return text.startsWith(country.diallingPrefix(), text.startsWith("+") ? 1 : 0);
  }

  /**
   * Whether a number, with or without its {@code +}, is the country's prefix and as many digits as
   * its numbers have. {@link #parse} tells whether the country has assigned it.
   */
  public static boolean isWellFormed(Country country, String text) {
    return isInternational(text)
        && hasPrefixOf(country, text)
        && withPlus(text).length() == 1 + country.diallingPrefix().length() + NATIONAL_DIGITS;
  }

  /** An international number in E.164: with its {@code +}. */
  public static String withPlus(String text) {
    return text.startsWith("+") ? text : "+" + text;
  }

  /** The number that this text says, if it is a valid one of the country. */
  public static Optional<PhoneNumber> parse(Country country, String text) {
    if (!isInternational(text) || !hasPrefixOf(country, text)) {
      return Optional.empty();
    }
    String e164 = withPlus(text);
    boolean valid =
        country == Country.ZA
            ? SOUTH_AFRICAN_MOBILE.matcher(e164).matches()
            : isAssigned(country, e164.substring(1 + country.diallingPrefix().length()));
    return valid ? Optional.of(new PhoneNumber(country, e164)) : Optional.empty();
  }

  /** The number that this text says in E.164, if it is a valid one of a country served. */
  public static Optional<PhoneNumber> parseE164(String text) {
    return text.startsWith("+") ? countryOf(text).flatMap(c -> parse(c, text)) : Optional.empty();
  }

  /** A number that was valid when it was stored, in E.164; rules may have changed since. */
  public static PhoneNumber stored(String e164) {
    return countryOf(e164)
        .map(country -> new PhoneNumber(country, e164))
        .orElseThrow(() -> new IllegalStateException("a stored phone of no country"));
  }

  /**
   * Whether this is a number in E.164 of a country that is not served: of the length that its
   * numbers have, assigned or not.
   */
  public static boolean isE164OfAnotherCountry(String text) {
    return text.startsWith("+")
        && isInternational(text)
        && countryOf(text).isEmpty()
        && isPossibleAsWritten(text);
  }

  private static Optional<Country> countryOf(String text) {
    return Arrays.stream(Country.values()).filter(c -> hasPrefixOf(c, text)).findFirst();
  }

  /**
   * Without the library's reader, which costs more than the other rules of a payout together. It
   * takes a zero off that comes first (+2560772…), and such a number is refused.
   */
  private static boolean isAssigned(Country country, String nationalDigits) {
    if (nationalDigits.isEmpty() || nationalDigits.startsWith("0")) {
      return false;
    }
    var number =
        new Phonenumber.PhoneNumber()
            .setCountryCode(Integer.parseInt(country.diallingPrefix()))
            .setNationalNumber(Long.parseLong(nationalDigits));
    return PhoneNumberUtil.getInstance().isValidNumberForRegion(number, country.name());
  }

  private static boolean isPossibleAsWritten(String e164) {
    PhoneNumberUtil library = PhoneNumberUtil.getInstance();
    try {
      var number = library.parse(e164, null);
      return library.isPossibleNumberWithReason(number) == ValidationResult.IS_POSSIBLE
          // It repairs some numbers on the way: those are refused.
          && library.format(number, PhoneNumberFormat.E164).equals(e164);
    } catch (NumberParseException e) {
      return false;
    }
  }

  /** The number as a log may show it, with all but its last three digits hidden. */
  public String masked() {
    return "*".repeat(e164.length() - 3) + e164.substring(e164.length() - 3);
  }

  @Override
  public String toString() {
    return masked();
  }
}
