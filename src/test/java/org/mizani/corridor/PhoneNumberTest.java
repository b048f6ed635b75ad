package org.mizani.corridor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PhoneNumberTest {

  @ParameterizedTest
  @CsvSource({
    "KE, +254712345678, true",
    "KE, 254712345678, true",
    "KE, +254000000000, true",
    "ZA, +27821000001, true",
    "ZA, +2782100000, false",
    "KE, +25471234567, false",
    "KE, +2540712345678, false",
    "KE, ++254712345678, false",
    "KE, +25471234567x, false",
    "KE, +254 712345678, false",
    "KE, +255712345678, false",
    "KE, 0712345678, false"
  })
  void isWellFormedWithPrefixAndNineDigits(Country country, String text, boolean wellFormed) {
    assertThat(PhoneNumber.isWellFormed(country, text)).isEqualTo(wellFormed);
  }

  @ParameterizedTest
  @EnumSource(names = {"KE", "TZ", "UG"})
  void acceptsWhatTheLibraryReadsAsItIsWritten(Country country) {
    SoftAssertions softly = new SoftAssertions();
    for (int first = 0; first < 10_000; first++) {
      for (int further = 2; further <= 7; further++) {
        String text =
            "+%s%04d%s"
                .formatted(country.diallingPrefix(), first, "4071829".substring(7 - further));
        softly
            .assertThat(PhoneNumber.parse(country, text).isPresent())
            .as(text)
            .isEqualTo(isReadAsItIsWritten(country, text));
      }
    }
    softly.assertAll();
  }

  private static boolean isReadAsItIsWritten(Country country, String text) {
    PhoneNumberUtil library = PhoneNumberUtil.getInstance();
    try {
      var number = library.parse(text, null);
      return library.isValidNumberForRegion(number, country.name())
          && library.format(number, PhoneNumberFormat.E164).equals(text);
    } catch (NumberParseException e) {
      return false;
    }
  }
}
