package org.mizani.rail.pawapay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

class AmountsTest {

  private static final Amounts WHOLE = new Amounts(Map.of());
  private static final Amounts CENTS = new Amounts(Map.of(CurrencyUnit.KES, 2));

  @ParameterizedTest
  @CsvSource({"KES, 150000, 1500", "TZS, 100, 1", "UGX, 1500, 1500", "KES, 100000000, 1000000"})
  void wholeUnitsAreWritten(CurrencyUnit currency, long minor, String text) {
    assertThat(WHOLE.write(new Money(currency, minor))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"150000, 1500", "150050, 1500.5", "150055, 1500.55", "5, 0.05"})
  void decimalsAreWrittenWithoutPadding(long minor, String text) {
    assertThat(CENTS.write(new Money(CurrencyUnit.KES, minor))).isEqualTo(text);
  }

  @Test
  void finerAmountIsNotRounded() {
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> WHOLE.write(new Money(CurrencyUnit.KES, 150_001)));
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> CENTS.write(new Money(CurrencyUnit.TZS, 150_001)));
  }

  @ParameterizedTest
  @CsvSource({
    "1500, KES, 150000",
    "1500.00, KES, 150000",
    "1500.5, KES, 150050",
    "1500.00, UGX, 1500"
  })
  void amountIsRead(String text, CurrencyUnit currency, long minor) {
    assertThat(Amounts.read(text, currency.name())).hasValue(new Money(currency, minor));
  }

  @ParameterizedTest
  @CsvSource({
    ",KES",
    "1,",
    "'',KES",
    "1,EURO",
    "1.,KES",
    ".5,KES",
    "1 000,KES",
    "+1,KES",
    "999999999999999999,KES",
    "1.005,KES",
    "0x1,KES"
  })
  void anyOtherTextIsNotRead(String text, String currency) {
    assertThat(Amounts.read(text, currency)).isEmpty();
  }
}
