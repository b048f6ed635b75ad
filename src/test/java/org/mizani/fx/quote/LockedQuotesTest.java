package org.mizani.fx.quote;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.mizani.database.DatabaseConfig;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.support.Defaults;

class LockedQuotesTest {

  @Test
  void noneAreGivenWhereNoneMayBeOpen() {
    QuoteConfig none = Defaults.with(QuoteConfig.class, Map.of("payments.quote.max-open", "0"));
    LockedQuotes quotes =
        new LockedQuotes(null, null, null, none, Defaults.of(DatabaseConfig.class));
    Money amount = new Money(CurrencyUnit.KES, 100_000);

    assertThatThrownBy(
            () ->
                quotes
                    .lock(null, amount, CurrencyUnit.USD, Optional.empty())
                    .await()
                    .atMost(PATIENCE))
        .isInstanceOf(ApiException.class)
        .hasMessage("quotes are not given at present");
  }
}
