package org.mizani.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.money.CurrencyUnit.KES;
import static org.mizani.money.CurrencyUnit.UGX;
import static org.mizani.money.CurrencyUnit.USD;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MoneyTest {

  private static final BigDecimal LARGEST = new BigDecimal("9999999999999.99");

  @ParameterizedTest
  @CsvSource({
    "USD, 7.91, 791",
    "USD, 7.910000, 791",
    "USD, 1e2, 10000",
    "USD, 0.01, 1",
    "USD, -0.01, -1",
    "USD, 0E-300000000, 0",
    "USD, 0E+300000000, 0",
    "UGX, 500, 500",
    "UGX, 500.00, 500",
    "UGX, 999999999999999, 999999999999999",
    "USD, 9999999999999.99, 999999999999999"
  })
  void takesAmountsExactly(CurrencyUnit currency, BigDecimal major, long minor) {
    assertThat(Money.exactly(currency, major)).isEqualTo(new Money(currency, minor));
  }

  @ParameterizedTest
  @CsvSource({"USD, 0.001", "USD, 7.909", "UGX, 0.5", "UGX, 1000.01", "KES, 1e-7"})
  void refusesDigitsThatTheCurrencyDoesNotHave(CurrencyUnit currency, BigDecimal major) {
    assertThatThrownBy(() -> Money.exactly(currency, major))
        .isInstanceOf(ArithmeticException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "USD, 10000000000000",
    "USD, -10000000000000",
    "UGX, 1000000000000000",
    "USD, 99999999999999999999",
    "USD, 1E400"
  })
  void refusesAmountsOutOfRange(CurrencyUnit currency, BigDecimal major) {
    assertThatThrownBy(() -> Money.exactly(currency, major))
        .isInstanceOf(ArithmeticException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1E+999999999", "-1E+300000000", "1E-999999999", "-7E-300000000", "1E+2147483647"})
  @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
  void refusesAbsurdExponentsWithoutComputingThem(BigDecimal absurd) {
    assertThatThrownBy(() -> Money.exactly(USD, absurd)).isInstanceOf(ArithmeticException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "1E-999999999, HALF_UP, 0",
    "1E-300000000, HALF_UP, 0",
    "1E-300000000, UP, 1",
    "-1E-300000000, DOWN, 0",
    "-1E-300000000, UP, -1"
  })
  @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
  void roundsAbsurdlySmallAmountsWithoutComputingThem(
      BigDecimal tiny, RoundingMode mode, long minor) {
    assertThat(Money.rounded(USD, tiny, mode)).isEqualTo(new Money(USD, minor));
  }

  @ParameterizedTest
  @CsvSource({
    "USD, 0.005, 1",
    "USD, 0.0049999999, 0",
    "USD, 0.015, 2",
    "USD, -0.005, -1",
    "UGX, 0.5, 1",
    "UGX, 0.4999, 0"
  })
  void roundsHalfUp(CurrencyUnit currency, BigDecimal major, long minor) {
    assertThat(Money.rounded(currency, major, RoundingMode.HALF_UP).minor()).isEqualTo(minor);
  }

  @ParameterizedTest
  @CsvSource({
    "KES, 100000, 129, USD, 775",
    "KES, 100000, 1, KES, 100000",
    "UGX, 500, 3700.5, USD, 14",
    "USD, 100, 0.00027, UGX, 3704",
    "KES, 1, 2, USD, 1",
    "KES, 1, 2.0000000001, USD, 0"
  })
  void dividesHalfUp(CurrencyUnit from, long minor, BigDecimal rate, CurrencyUnit to, long result) {
    assertThat(new Money(from, minor).dividedHalfUp(rate, to)).isEqualTo(new Money(to, result));
  }

  @ParameterizedTest
  @CsvSource({
    "KES, 0, false",
    "KES, 0.000, false",
    "KES, 0E-30, false",
    "KES, 0E+30, false",
    "KES, 1.50, false",
    "KES, 1.500, false",
    "KES, 1.501, true",
    "KES, 1E+30, false",
    "UGX, 1.0, false",
    "UGX, 1.5, true"
  })
  void onlyDigitsOtherThanZeroAreFinerThanACurrency(
      CurrencyUnit currency, BigDecimal major, boolean finer) {
    assertThat(Money.isFinerThan(currency, major)).isEqualTo(finer);
  }

  @Test
  void refusesAQuotientOutOfRange() {
    Money most = new Money(KES, Money.MAX_MINOR);

    assertThatThrownBy(() -> most.dividedHalfUp(new BigDecimal("0.0000000001"), USD))
        .isInstanceOf(ArithmeticException.class);
  }

  @ParameterizedTest
  @CsvSource({"775, 0.02, 16", "25, 0.02, 1", "24, 0.02, 0", "775, 0, 0", "775, 1, 775"})
  void roundsSharesHalfUp(long minor, BigDecimal share, long result) {
    assertThat(new Money(USD, minor).timesHalfUp(share)).isEqualTo(new Money(USD, result));
  }

  @Test
  void addsUpToTheRangeAndNoFurther() {
    Money largest = Money.exactly(USD, LARGEST);

    assertThat(new Money(USD, 775).plus(new Money(USD, 16))).isEqualTo(new Money(USD, 791));
    assertThatThrownBy(() -> largest.plus(new Money(USD, 1)))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void doesNotMixCurrencies() {
    assertThatThrownBy(() -> new Money(USD, 1).plus(new Money(KES, 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "USD, 791, 7.91",
    "USD, 12900, 129",
    "USD, 100050, 1000.5",
    "USD, 0, 0",
    "KES, 100000000, 1000000",
    "USD, -5, -0.05",
    "UGX, 1000000, 1000000"
  })
  void showsMajorUnitsPlainlyAndUnpadded(CurrencyUnit currency, long minor, String shown) {
    Money money = new Money(currency, minor);

    assertThat(money.major().toString()).isEqualTo(shown);
    assertThat(money).hasToString(shown + " " + currency);
  }

  @Test
  void knowsTheMinorUnitsOfEveryCurrency() {
    for (CurrencyUnit currency : CurrencyUnit.values()) {
      assertThat(currency.minorDigits()).isEqualTo(currency == UGX ? 0 : 2);
    }
    assertThat(CurrencyUnit.find("usd")).isEmpty();
    assertThat(CurrencyUnit.find("USD")).contains(USD);
    assertThat(CurrencyUnit.codes()).isEqualTo("USD, EUR, GBP, KES, TZS, UGX, ZAR");
  }
}
