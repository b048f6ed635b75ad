package org.mizani.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.LocalTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

class SweepPlanTest {

  private static final Recipient PHONE =
      new MobileWallet(new PhoneNumber(Country.KE, "+254700000001"));
  private static final Recipient ACCOUNT = new BankAccount(Country.KE, "01", "1100000001");

  static Stream<Recipient> accounts() {
    return Stream.of(PHONE, ACCOUNT);
  }

  @ParameterizedTest
  @MethodSource("accounts")
  void aPhoneOrAnAccountOfTheCountryIsSwept(Recipient destination) {
    assertThat(plan(destination, CurrencyUnit.KES).currency()).isEqualTo(CurrencyUnit.KES);
  }

  @ParameterizedTest
  @MethodSource("accounts")
  void noCurrencyIsSweptToAnotherCountry(Recipient destination) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan(destination, CurrencyUnit.UGX))
        .withMessage("no wallet of this currency is swept there");
  }

  @Test
  void noMerchantIsASweepsDestination() {
    for (Recipient merchant :
        new Recipient[] {new Till(Country.KE, "174379"), new Paybill(Country.KE, "600000", "A1")}) {
      assertThatIllegalArgumentException().isThrownBy(() -> plan(merchant, CurrencyUnit.KES));
    }
  }

  private static SweepPlan plan(Recipient destination, CurrencyUnit currency) {
    return new SweepPlan(destination, new Money(currency, 100_000), LocalTime.NOON, true);
  }
}
