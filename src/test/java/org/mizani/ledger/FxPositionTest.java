package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.mizani.ledger.FxPosition.OfCurrency;
import org.mizani.ledger.FxPosition.Valuation;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

class FxPositionTest {

  private static final Money NONE = Money.zero(CurrencyUnit.KES);

  @Test
  void aRateValuesAmountsOfBothItsCurrencies() {
    Valuation rate = new Valuation(CurrencyUnit.USD, CurrencyUnit.KES, new BigDecimal("129.5"));

    assertThat(rate.value(usd(200))).isEqualTo(kes(25_900));
    assertThat(rate.value(kes(25_900))).isEqualTo(usd(200));
    assertThat(rate.value(kes(65))).as("half a cent and more").isEqualTo(usd(1));
  }

  @Test
  void aPositionEndsWithItsBeginningAndTheDaysChange() {
    OfCurrency position =
        new OfCurrency(kes(-500), kes(200), kes(50), Optional.empty(), Optional.empty());

    assertThat(position.closing()).isEqualTo(kes(-350));
  }

  @Test
  void theDaysProfitIsTheSumOfTheResults() {
    assertThat(day(List.of(Optional.of(usd(300)), Optional.of(usd(-450)))).profit())
        .contains(usd(-150));
    assertThat(day(List.of()).profit()).contains(usd(0));
  }

  @Test
  void aCurrencyWithoutARateLeavesTheProfitOpen() {
    assertThat(day(List.of(Optional.of(usd(300)), Optional.empty())).profit()).isEmpty();
  }

  private static FxPosition day(List<Optional<Money>> results) {
    return new FxPosition(
        LocalDate.EPOCH,
        CurrencyUnit.USD,
        results.stream()
            .map(result -> new OfCurrency(NONE, NONE, NONE, Optional.empty(), result))
            .toList());
  }

  private static Money usd(long cents) {
    return new Money(CurrencyUnit.USD, cents);
  }

  private static Money kes(long cents) {
    return new Money(CurrencyUnit.KES, cents);
  }
}
