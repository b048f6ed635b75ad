package org.mizani.corridor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MobileOperatorsTest {

  private static final MobileOperators PACKAGED = new MobileOperators();

  @ParameterizedTest
  @CsvSource({
    "+254712345678, Safaricom",
    "+254744000000, Homeland Media",
    "+254745000000, Safaricom",
    "+254110000000, Safaricom",
    "+254120000000, Telkom",
    "+255754000001, Vodacom",
    "+255620000001, Viettel",
    "+256772000001, MTN",
    "+256721100000, LycaMobile",
    "+256721012345, Savanna",
    "+256724012345, Hamilton Telecom",
    "+256724112345, MTN",
    "+27821000001, Vodacom",
    "+27611000001, Cell C",
    "+27614000001, Telkom Mobile"
  })
  void findsTheLongestPrefix(String number, String operator) {
    assertThat(PACKAGED.of(phone(number))).hasValue(operator);
  }

  @Test
  void findsNoProviderOfOtherPrefixes() {
    assertThat(PACKAGED.of(phone("+254150000000"))).isEmpty();
    assertThat(PACKAGED.of(phone("+4915112345678"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"25470", "25470,", "x,Safaricom", "+25470,Safaricom", "25470,A,B"})
  void refusesAMalformedRow(String row) {
    assertThatThrownBy(() -> new MobileOperators(List.of("prefix,operator", row)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void refusesDuplicatePrefixesAndOtherHeaders() {
    assertThatThrownBy(() -> new MobileOperators(List.of("prefix,operator", "25470,A", "25470,B")))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> new MobileOperators(List.of("operator,prefix", "A,25470")))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> new MobileOperators(List.of()))
        .isInstanceOf(IllegalStateException.class);
  }

  private static PhoneNumber phone(String e164) {
    return new PhoneNumber(Country.KE, e164);
  }
}
