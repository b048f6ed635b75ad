package org.mizani.rail.pawapay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.corridor.Country;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.RailFloat.Answer;
import org.mizani.rail.RailFloat.Balance;
import org.mizani.rail.RailFloat.Told;

class PawapayFloatTest {

  @Test
  void balancesOfTheRailsCountriesAreTold() {
    Answer answer =
        asked(
            """
            {"balances": [
              {"country": "KEN", "balance": "1500.509", "currency": "KES", "provider": ""},
              {"country": "KEN", "balance": "-3", "currency": "KES", "provider": "MPESA_KEN"},
              {"country": "UGA", "balance": "7", "currency": "UGX"}]}
            """);

    assertThat(answer)
        .isInstanceOfSatisfying(
            Told.class,
            told ->
                assertThat(told.balances())
                    .containsExactly(
                        new Balance("KEN", new Money(CurrencyUnit.KES, 150_050)),
                        new Balance("KEN MPESA_KEN", new Money(CurrencyUnit.KES, -300))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"balances\": []}",
        "{\"balances\": [{\"country\": \"UGA\", \"balance\": \"7\", \"currency\": \"UGX\"}]}",
        "{\"balances\": [{\"country\": \"KEN\", \"currency\": \"KES\"}]}",
        "{\"balances\": [{\"country\": \"KEN\", \"balance\": \"much\", \"currency\": \"KES\"}]}",
        "{\"balances\": [{\"country\": \"KEN\", \"balance\": \"7\", \"currency\": \"XXX\"}]}",
        "{\"balances\": [{\"country\": \"KEN\", \"balance\": \"999999999999999999\","
            + " \"currency\": \"KES\"}]}"
      })
  void anAnswerWithoutAReadableBalanceIsNone(String answer) {
    assertThatThrownBy(() -> asked(answer)).hasMessage("pawaPay told no balance");
  }

  private static Answer asked(String answer) {
    PawapayFloat balances =
        new PawapayFloat(FakePawapay.answering("balances", 200, answer), Set.of(Country.KE));
    return balances.ask(UUID.randomUUID()).await().atMost(PATIENCE);
  }
}
