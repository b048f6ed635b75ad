package org.mizani.fx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.business.FeeTerms;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.support.DailySeed;

class QuoteTest {

  private static final FeeTerms TWO_PERCENT = FeeTerms.USUAL;

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

    Quote free = Quote.of(amount, CurrencyUnit.USD, rate, share("0"), ANY);
    Quote dear = Quote.of(amount, CurrencyUnit.USD, rate, share("0.12345"), ANY);

    assertThat(free.total()).isEqualTo(money(CurrencyUnit.USD, "7.75"));
    assertThat(dear.fee()).isEqualTo(money(CurrencyUnit.USD, "0.96"));
  }

  @ParameterizedTest(name = "{1} {0} in {3}, a fee of {4}, {5} at least: {6}")
  @CsvSource({
    // the rate's fee is 0.155 USD, rounded up to 0.16
    "KES, 1000, 129, USD, 0.02, 0.15, 0.16",
    "KES, 1000, 129, USD, 0.02, 0.16, 0.16",
    "KES, 1000, 129, USD, 0.02, 0.17, 0.17",
    // a fee that rounds to nothing, and one of nothing
    "KES, 30, 129, USD, 0.02, 0.01, 0.01",
    "KES, 1000, 1, KES, 0, 2.5, 2.5",
    // more than the amount itself
    "TZS, 250, 1, TZS, 0.02, 1000, 1000",
    "USD, 1, 0.00027, UGX, 0.02, 75, 75",
    "UGX, 1000, 1, UGX, 0.02, 19, 20"
  })
  void chargesTheLeastFeeWhereTheShareIsLess(
      CurrencyUnit to,
      String amount,
      BigDecimal rate,
      CurrencyUnit from,
      BigDecimal share,
      String least,
      String fee) {
    FeeTerms terms = new FeeTerms(share, Map.of(from, money(from, least)));

    Quote quote = Quote.of(money(to, amount), from, rate, terms, ANY);

    assertThat(quote.fee()).isEqualTo(money(from, fee));
    assertThat(quote.total()).isEqualTo(quote.sender().plus(quote.fee()));
  }

  @Test
  void aLeastFeeOfAnotherCurrencyDoesNotCount() {
    FeeTerms terms =
        new FeeTerms(
            FeeTerms.USUAL.rate(), Map.of(CurrencyUnit.KES, money(CurrencyUnit.KES, "500")));

    Quote quote =
        Quote.of(
            money(CurrencyUnit.KES, "1000"), CurrencyUnit.USD, new BigDecimal("129"), terms, ANY);

    assertThat(quote.total()).isEqualTo(money(CurrencyUnit.USD, "7.91"));
  }

  /** Whatever the amount, the rate and the terms: amount and fee are the debit, to the cent. */
  @Test
  void aLeastFeeChangesTheFeeAlone() {
    long seed = DailySeed.of("quote.seed");
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      CurrencyUnit from = any(random);
      CurrencyUnit to = any(random);
      Money receiver = new Money(to, 1 + random.nextInt(10_000_000));
      BigDecimal rate =
          from == to ? BigDecimal.ONE : BigDecimal.valueOf(1 + random.nextInt(40_000_000), 4);
      BigDecimal share = BigDecimal.valueOf(random.nextInt(100_000), 5);
      if (receiver.dividedHalfUp(rate, from).minor() == 0) {
        continue;
      }
      Money least = new Money(from, 1 + random.nextInt(200_000));

      Quote plain = Quote.of(receiver, from, rate, new FeeTerms(share, Map.of()), ANY);
      Quote quote = Quote.of(receiver, from, rate, new FeeTerms(share, Map.of(from, least)), ANY);

      assertThat(quote.sender()).as("seed %d", seed).isEqualTo(plain.sender());
      assertThat(quote.fee().minor())
          .as("seed %d: %s of %s at %s", seed, share, receiver, rate)
          .isEqualTo(Math.max(least.minor(), plain.fee().minor()));
      assertThat(quote.total().minor()).isEqualTo(quote.sender().minor() + quote.fee().minor());
    }
  }

  private static CurrencyUnit any(Random random) {
    return CurrencyUnit.values()[random.nextInt(CurrencyUnit.values().length)];
  }

  private static FeeTerms share(String rate) {
    return new FeeTerms(new BigDecimal(rate), Map.of());
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
