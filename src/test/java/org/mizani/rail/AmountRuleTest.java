package org.mizani.rail;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

class AmountRuleTest {

  private static final AmountRule RULE =
      new AmountRule(true, Optional.of(BigDecimal.TEN), Optional.of(new BigDecimal("250000")));

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

  private static Money shillings(String major) {
    return Money.exactly(CurrencyUnit.KES, new BigDecimal(major));
  }
}
