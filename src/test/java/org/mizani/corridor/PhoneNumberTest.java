package org.mizani.corridor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
}
