package org.mizani.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

class PayoutOutcomeTest {

  private static final Money SHILLING = new Money(CurrencyUnit.KES, 100);

  @Test
  void aReasonOfTheNetworkIsMadeStorable() {
    String reason =
        new PayoutOutcome.Failed(FailureCode.REFUSED, "no\0such\naccount \ud800" + "x".repeat(500))
            .reason();

    assertThat(reason).startsWith("no such account  xxx").hasSize(200);
  }

  @Test
  void theReferenceOfAReturnIsMadeStorable() {
    assertThat(new PayoutOutcome.Returned(" RT\0" + "1 ", SHILLING).reference()).isEqualTo("RT 1");
  }

  /** Cut, two of them could be the same. */
  @ParameterizedTest
  @ValueSource(ints = {0, 101, 500})
  void aReturnNeedsAReferenceThatIsStoredWhole(int length) {
    String reference = "x".repeat(length);

    assertThatThrownBy(() -> new PayoutOutcome.Returned(reference, SHILLING))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1})
  void aReturnNeedsAnAmount(long minor) {
    Money nothing = new Money(CurrencyUnit.KES, minor);

    assertThatThrownBy(() -> new PayoutOutcome.Returned("RT1", nothing))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
