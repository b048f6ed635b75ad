package org.mizani.fx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

class QuoteTest {

  private static final BigDecimal TWO_PERCENT = new BigDecimal("0.02");

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
    Quote quote = Quote.of(money(to, amount), from, rate, TWO_PERCENT);

    assertThat(quote.sender()).isEqualTo(money(from, sender));
    assertThat(quote.fee()).isEqualTo(money(from, fee));
    assertThat(quote.total()).isEqualTo(money(from, total));
    assertThat(quote.receiver()).isEqualTo(money(to, amount));
  }

  @Test
  void usesTheFeeRateOfTheBusiness() {
    Money amount = money(CurrencyUnit.KES, "1000");
    BigDecimal rate = new BigDecimal("129");

    Quote free = Quote.of(amount, CurrencyUnit.USD, rate, BigDecimal.ZERO);
    Quote dear = Quote.of(amount, CurrencyUnit.USD, rate, new BigDecimal("0.12345"));

    assertThat(free.total()).isEqualTo(money(CurrencyUnit.USD, "7.75"));
    assertThat(dear.fee()).isEqualTo(money(CurrencyUnit.USD, "0.96"));
  }

  @ParameterizedTest
  @CsvSource({"KES, 0.01, 129, USD", "KES, 0.64, 129, USD", "USD, 0.01, 2.01, UGX"})
  void refusesAnAmountWithACostOfZero(
      CurrencyUnit to, String amount, BigDecimal rate, CurrencyUnit from) {
    assertThatThrownBy(() -> Quote.of(money(to, amount), from, rate, TWO_PERCENT))
        .isInstanceOf(ApiException.class)
        .hasMessage("amount is too small");
  }

  @ParameterizedTest
  @CsvSource({
    "KES, 9999999999999.99, 0.5, USD",
    "KES, 9999999999999.99, 1, KES",
    "KES, 9999999999999.99, 0.0000000001, USD"
  })
  void refusesAnAmountWithACostBeyondTheRange(
      CurrencyUnit to, String amount, BigDecimal rate, CurrencyUnit from) {
    assertThatThrownBy(() -> Quote.of(money(to, amount), from, rate, TWO_PERCENT))
        .isInstanceOf(ApiException.class)
        .hasMessage("amount is too large");
  }

  private static Money money(CurrencyUnit currency, String major) {
    return Money.exactly(currency, new BigDecimal(major));
  }
}
