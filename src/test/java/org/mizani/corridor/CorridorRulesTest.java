package org.mizani.corridor;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

class CorridorRulesTest {

  private final CorridorRules rules =
      new CorridorRules(
          new SmallRyeConfigBuilder()
              .withMapping(CorridorConfig.class)
              .withSources(
                  new EnvConfigSource(
                      Map.of(
                          "PAYMENTS_CORRIDOR_LIMITS_KE_MOBILE_MINIMUM", "10",
                          "PAYMENTS_CORRIDOR_LIMITS_KE_MOBILE_MAXIMUM", "250000"),
                      300))
              .build()
              .getConfigMapping(CorridorConfig.class));

  @Test
  void keepsTheLimitsThatTheEnvironmentSets() {
    assertThatCode(() -> check(10_00)).doesNotThrowAnyException();
    assertThatCode(() -> check(250_000_00)).doesNotThrowAnyException();
    assertThatThrownBy(() -> check(9_99)).hasMessage("amount must be at least 10 KES");
    assertThatThrownBy(() -> check(250_000_01)).hasMessage("amount must be at most 250000 KES");
  }

  @Test
  void otherChannelsHaveNoLimits() {
    Money little = new Money(CurrencyUnit.KES, 1);

    assertThatCode(() -> rules.check(Country.KE, Channel.TILL, little)).doesNotThrowAnyException();
  }

  @Test
  void requiresTheCurrencyOfTheCountry() {
    Money shillings = new Money(CurrencyUnit.KES, 1000);

    assertThatCode(() -> rules.checkCurrency(Country.KE, shillings)).doesNotThrowAnyException();
    assertThatThrownBy(() -> rules.checkCurrency(Country.UG, shillings))
        .hasMessage("receiverCurrency must be UGX for payoutCountry UG");
    assertThatThrownBy(() -> rules.check(Country.UG, Channel.MOBILE, shillings))
        .hasMessage("receiverCurrency must be UGX for payoutCountry UG");
  }

  @ParameterizedTest
  @EnumSource(names = "TILL", mode = EnumSource.Mode.EXCLUDE)
  void ugandaTakesTillsOnly(Channel channel) {
    Money shillings = new Money(CurrencyUnit.UGX, 1000);

    assertThatCode(() -> rules.checkChannel(Country.UG, Channel.TILL, shillings))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> rules.checkChannel(Country.UG, channel, shillings))
        .hasMessage("Uganda supports till payouts only");
  }

  private void check(long minor) {
    rules.check(Country.KE, Channel.MOBILE, new Money(CurrencyUnit.KES, minor));
  }
}
