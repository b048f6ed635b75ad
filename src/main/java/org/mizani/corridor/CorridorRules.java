package org.mizani.corridor;

import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
    AmountLimits.check(limitOf(country, channel), amount);
  }

  /** The amounts that one payout of a corridor may have, both ends included. */
  public record Range(Money smallest, Money largest) {}

  /** The amounts that a country takes on a channel. */
  public Range rangeOf(Country country, Channel channel) {
    Optional<CorridorConfig.Limit> limit = Optional.ofNullable(limitOf(country, channel));
    return new Range(
        limit
            .flatMap(CorridorConfig.Limit::minimum)
            .map(major -> Money.exactly(country.currency(), major))
            .orElse(new Money(country.currency(), 1)),
        limit
            .flatMap(CorridorConfig.Limit::maximum)
            .map(major -> Money.exactly(country.currency(), major))
            .orElse(new Money(country.currency(), Money.MAX_MINOR)));
  }

  /** Null where nothing is configured. */
  private CorridorConfig.Limit limitOf(Country country, Channel channel) {
    return config
        .limits()
        .getOrDefault(country.name().toLowerCase(Locale.ROOT), Map.of())
        .get(channel.code());
  }
}
