package org.mizani.fx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

class QuoteTest {

  private static final BigDecimal TWO_PERCENT = new BigDecimal("0.02");

  private static final BigDecimal FIVE = new BigDecimal("5");

  /** Any part by which rounding may move a conversion, in per cent. */
  private static final BigDecimal ANY = new BigDecimal("1000");

  @ParameterizedTest(name = "{1} {0} at {2} in {3}: {4} + {5} = {6}")
  @CsvSource({
    // the contract's example
    "KES, 1000, 129, USD, 7.75, 0.16, 7.91",
    // the same currency: rate 1
    "TZS, 2500.5, 1, TZS, 2500.5, 50.01, 2550.51",
    // half a minor unit is rounded up, less is rounded down
    "KES, 1.29, 258, USD, 0.01, 0, 0.01",
    "KES, 645, 129, USD, 5, 0.1, 5.1",
    "KES, 161.25, 129, USD, 1.25, 0.03, 1.28",
    "KES, 159.96, 129, USD, 1.24, 0.02, 1.26",
    // Ugandan amounts have no decimals, sent or received
    "UGX, 500, 3700, USD, 0.14, 0, 0.14",
    "USD, 1, 0.00027, UGX, 3704, 74, 3778",
    "UGX, 1000, 1, UGX, 1000, 20, 1020"
  })
  void computesTheCostOfAPayout(
      CurrencyUnit to,
      String amount,
      BigDecimal rate,
      CurrencyUnit from,
      String sender,
      String fee,
      String total) {
    Quote quote = Quote.of(money(to, amount), from, rate, TWO_PERCENT, ANY);

    assertThat(quote.sender()).isEqualTo(money(from, sender));
    assertThat(quote.fee()).isEqualTo(money(from, fee));
    assertThat(quote.total()).isEqualTo(money(from, total));
    assertThat(quote.receiver()).isEqualTo(money(to, amount));
  }

  @Test
  void usesTheFeeRateOfTheBusiness() {
    Money amount = money(CurrencyUnit.KES, "1000");
    BigDecimal rate = new BigDecimal("129");

    Quote free = Quote.of(amount, CurrencyUnit.USD, rate, BigDecimal.ZERO, ANY);
    Quote dear = Quote.of(amount, CurrencyUnit.USD, rate, new BigDecimal("0.12345"), ANY);

    assertThat(free.total()).isEqualTo(money(CurrencyUnit.USD, "7.75"));
    assertThat(dear.fee()).isEqualTo(money(CurrencyUnit.USD, "0.96"));
  }

  @ParameterizedTest
  @CsvSource({"KES, 0.01, 129, USD", "KES, 0.64, 129, USD", "USD, 0.01, 2.01, UGX"})
  void refusesAnAmountWithACostOfZero(
      CurrencyUnit to, String amount, BigDecimal rate, CurrencyUnit from) {
    assertThatThrownBy(() -> Quote.of(money(to, amount), from, rate, TWO_PERCENT, ANY))
        .isInstanceOf(ApiException.class)
        .hasMessage("amount is too small");
  }

  @ParameterizedTest(name = "{1} {0} at {2} in {3}: at least {4}")
  @CsvSource({
    // 1.496 cents become 1: a third less than the rate
    "KES, 1.93, 129, USD, 13 KES",
    // 0.775 cents become 1: a third more
    "KES, 1, 129, USD, 13 KES",
    // 9.496 cents become 9: 5.2 %
    "KES, 12.25, 129, USD, 13 KES",
    "TZS, 90, 2500, USD, 250 TZS",
    "UGX, 100, 3700, EUR, 370 UGX"
  })
  void refusesAnAmountThatRoundingMovesTooFar(
      CurrencyUnit to, String amount, BigDecimal rate, CurrencyUnit from, String least) {
    assertThatThrownBy(() -> Quote.of(money(to, amount), from, rate, TWO_PERCENT, FIVE))
        .isInstanceOf(ApiException.class)
        .hasMessage("amount must be at least " + least);
  }

  @ParameterizedTest
  @CsvSource({
    "KES, 13, 129, USD",
    "KES, 1.29, 129, USD",
    "UGX, 370, 3700, EUR",
    "KES, 0.01, 1, KES"
  })
  void takesAnAmountThatRoundingMovesLess(
      CurrencyUnit to, String amount, BigDecimal rate, CurrencyUnit from) {
    assertThat(Quote.of(money(to, amount), from, rate, TWO_PERCENT, FIVE).sender().minor())
        .isPositive();
  }

  /** Whatever the rate, no amount from the least one on is moved further. */
  @Test
  void theLeastAmountIsOneThatIsTaken() {
    for (int hundredths = 100; hundredths < 400_000; hundredths += 37) {
      BigDecimal rate = BigDecimal.valueOf(hundredths, 2);
      BigDecimal least = rate.movePointLeft(1).setScale(0, RoundingMode.CEILING);
      for (int more = 0; more < 3; more++) {
        Money receiver =
            Money.exactly(CurrencyUnit.KES, least.add(BigDecimal.valueOf(more * 37L, 2)));
        assertThat(Quote.of(receiver, CurrencyUnit.USD, rate, TWO_PERCENT, FIVE).receiver())
            .isEqualTo(receiver);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "KES, 9999999999999.99, 0.5, USD",
    "KES, 9999999999999.99, 1, KES",
    "KES, 9999999999999.99, 0.0000000001, USD"
  })
  void refusesAnAmountWithACostBeyondTheRange(
      CurrencyUnit to, String amount, BigDecimal rate, CurrencyUnit from) {
    assertThatThrownBy(() -> Quote.of(money(to, amount), from, rate, TWO_PERCENT, ANY))
        .isInstanceOf(ApiException.class)
        .hasMessage("amount is too large");
  }

  private static Money money(CurrencyUnit currency, String major) {
    return Money.exactly(currency, new BigDecimal(major));
  }
}
