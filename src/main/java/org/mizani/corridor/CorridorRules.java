package org.mizani.corridor;

import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.Map;
import org.mizani.fault.ApiFault;
import org.mizani.money.Money;

/** Which payouts a corridor takes: its currency, its channels and its configured limits. */
@Singleton
public final class CorridorRules {

  private final CorridorConfig config;

  CorridorRules(CorridorConfig config) {
    this.config = config;
  }

  /**
   * Checks a payout against its corridor.
   *
   * @throws org.mizani.fault.ApiException 400 that says which rule is broken, as {@link
   *     #checkCurrency} and then {@link #checkChannel}
   */
  public void check(Country country, Channel channel, Money amount) {
    checkCurrency(country, amount);
    checkChannel(country, channel, amount);
  }

  /**
   * Checks what is known of a payout before its channel is.
   *
   * @throws org.mizani.fault.ApiException 400 if it is not in the currency of the country
   */
  public void checkCurrency(Country country, Money amount) {
    if (amount.currency() != country.currency()) {
      throw ApiFault.invalid(
              "receiverCurrency must be %s for payoutCountry %s"
                  .formatted(country.currency(), country))
          .asException();
    }
  }

  /**
   * Checks an amount of the country's currency on its channel.
   *
   * @throws org.mizani.fault.ApiException 400 that says which rule is broken: Uganda's tills only
   *     (specification 4.8), or the amount's limits
   */
  public void checkChannel(Country country, Channel channel, Money amount) {
    if (country == Country.UG && channel != Channel.TILL) {
      throw ApiFault.invalid("Uganda supports till payouts only").asException();
    }
    AmountLimits.check(
        config
            .limits()
            .getOrDefault(country.name().toLowerCase(Locale.ROOT), Map.of())
            .get(channel.code()),
        amount);
  }
}
