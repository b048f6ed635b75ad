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
   * @throws org.mizani.fault.ApiException 400 that says which rule is broken: the currency of the
   *     country, Uganda's tills only (specification 4.8), or the amount's limits
   */
  public void check(Country country, Channel channel, Money amount) {
    if (amount.currency() != country.currency()) {
      throw ApiFault.invalid(
              "receiverCurrency must be %s for payoutCountry %s"
                  .formatted(country.currency(), country))
          .asException();
    }
    if (country == Country.UG && channel != Channel.TILL) {
      throw ApiFault.invalid("Uganda supports till payouts only").asException();
    }
    checkLimits(country, channel, amount);
  }

  private void checkLimits(Country country, Channel channel, Money amount) {
    CorridorConfig.Limit limit =
        config
            .limits()
            .getOrDefault(country.name().toLowerCase(Locale.ROOT), Map.of())
            .get(channel.code());
    if (limit == null) {
      return;
    }
    limit
        .minimum()
        .map(major -> Money.exactly(amount.currency(), major))
        .filter(minimum -> amount.minor() < minimum.minor())
        .ifPresent(minimum -> refuse("amount must be at least " + minimum));
    limit
        .maximum()
        .map(major -> Money.exactly(amount.currency(), major))
        .filter(maximum -> amount.minor() > maximum.minor())
        .ifPresent(maximum -> refuse("amount must be at most " + maximum));
  }

  private static void refuse(String message) {
    throw ApiFault.invalid(message).asException();
  }
}
