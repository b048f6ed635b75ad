package org.mizani.rail;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

class AmountRuleTest {

  private static final AmountRule RULE =
      AmountRule.wholeUnits(CurrencyUnit.KES, BigDecimal.TEN, new BigDecimal("250000"));

  @Test
  void acceptsAmountsWithinTheRule() {
    assertThat(RULE.refusalOf(shillings("10"))).isEmpty();
    assertThat(RULE.refusalOf(shillings("250000.00"))).isEmpty();
    assertThat(AmountRule.ANY.refusalOf(shillings("0.01"))).isEmpty();
  }

  @Test
  void refusesOtherAmountsWithAMessage() {
    assertThat(RULE.refusalOf(shillings("10.5"))).contains("must be a whole number of KES");
    assertThat(RULE.refusalOf(shillings("9"))).contains("must be 10 KES or more");
    assertThat(RULE.refusalOf(shillings("250001"))).contains("must be 250000 KES or less");
    assertThat(AmountRule.WHOLE_UNITS.refusalOf(shillings("0.01"))).isPresent();
  }

  @Test
  void aBoundIsOfItsCurrencyAlone() {
    assertThat(RULE.refusalOf(Money.exactly(CurrencyUnit.UGX, BigDecimal.ONE))).isEmpty();
  }

  @Test
  void furtherBoundsNarrowARule() {
    BigDecimal hundred = new BigDecimal("100");

    AmountRule wider =
        RULE.within(
            Map.of(CurrencyUnit.KES, BigDecimal.ONE, CurrencyUnit.TZS, hundred),
            Map.of(CurrencyUnit.KES, new BigDecimal("999999")));
    AmountRule narrower =
        RULE.within(
            Map.of(CurrencyUnit.KES, hundred), Map.of(CurrencyUnit.KES, new BigDecimal("2000")));

    assertThat(wider.wholeUnits()).isTrue();
    assertThat(wider.least())
        .isEqualTo(Map.of(CurrencyUnit.KES, BigDecimal.TEN, CurrencyUnit.TZS, hundred));
    assertThat(wider.most()).isEqualTo(RULE.most());
    assertThat(narrower.refusalOf(shillings("99"))).contains("must be 100 KES or more");
    assertThat(narrower.refusalOf(shillings("2001"))).contains("must be 2000 KES or less");
  }

  private static Money shillings(String major) {
    return Money.exactly(CurrencyUnit.KES, new BigDecimal(major));
  }
}
