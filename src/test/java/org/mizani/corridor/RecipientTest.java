package org.mizani.corridor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;

class RecipientTest {

  @ParameterizedTest
  @CsvSource({
    "KE, 0000174379, 174379",
    "KE, 174379, 174379",
    "KE, 1743790, 1743790",
    "KE, 0000, 0",
    "KE, 00A1, 00A1",
    "TZ, 0061000001, 0061000001",
    "UG, 0400001, 0400001",
    "ZA, 0000100001, 0000100001"
  })
  void onlyKenyanNumbersLoseTheirPadding(Country country, String given, String number) {
    assertThat(Till.of(country, given)).isEqualTo(new Till(country, number));
    assertThat(Paybill.of(country, given, "007")).isEqualTo(new Paybill(country, number, "007"));
  }

  @Test
  void theTextFormHidesPersonalData() {
    assertThat(new BankAccount(Country.KE, "01", "1100000001"))
        .hasToString("BankAccount[KE, 01, …]");
    assertThat(new Paybill(Country.KE, "600000", "ACC-001")).hasToString("Paybill[KE, 600000, …]");
    assertThat(new MobileWallet(new PhoneNumber(Country.KE, "+254712345678")).toString())
        .doesNotContain("712345");
  }
}
