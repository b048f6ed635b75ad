package org.mizani.corridor;

import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ErrorCode;
import org.mizani.money.Money;

/** Rules of corridors: their currency, their channels and their configured limits of amounts. */
@Singleton
public final class CorridorRules {

  private final CorridorConfig config;

  /**
   * @throws io.quarkus.runtime.configuration.ConfigurationException for limits that cannot be
   */
  CorridorRules(CorridorConfig config) {
    LimitConfig.validate(config);
    this.config = config;
  }

  /**
   * Checks a payout against its corridor.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for the first broken rule, as {@link
   *     #checkCurrency} and then {@link #checkChannel}
   */
  public void check(Country country, Channel channel, Money amount) {
    checkCurrency(country, amount);
    checkChannel(country, channel, amount);
  }

  /**
   * Checks the currency of a payout, which is known before its channel.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 if it is not in the currency of the country
   */
  public void checkCurrency(Country country, Money amount) {
    if (amount.currency() != country.currency()) {
      throw ApiFault.invalid(
              "receiverCurrency",
              "must be %s for payoutCountry %s".formatted(country.currency(), country))
          .asException();
    }
  }

  /**
   * Checks an amount of the country's currency on its channel.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for a channel other than tills in Uganda
   *     (specification, section 4.8), or an amount outside its limits
   */
  public void checkChannel(Country country, Channel channel, Money amount) {
    if (country == Country.UG && channel != Channel.TILL) {
      throw ApiFault.of(ErrorCode.FIELD_VALUE, "Uganda supports till payouts only")
          .at("payoutCountry")
          .asException();
    }
    checkLimit(limitOf(country, channel), amount);
  }

  /**
   * Checks an amount against a configured limit.
   *
   * @param limit in major units of the amount's currency, null if there is none
   * @throws org.mizani.fault.ApiFault.ApiException 400 {@code amount must be at least 500 UGX}, or
   *     {@code at most}
   */
  public static void checkLimit(CorridorConfig.Limit limit, Money amount) {
    if (limit == null) {
      return;
    }
    limit
        .minimum()
        .map(major -> Money.exactly(amount.currency(), major))
        .filter(minimum -> amount.minor() < minimum.minor())
        .ifPresent(minimum -> refuse("must be at least " + minimum));
    limit
        .maximum()
        .map(major -> Money.exactly(amount.currency(), major))
        .filter(maximum -> amount.minor() > maximum.minor())
        .ifPresent(maximum -> refuse("must be at most " + maximum));
  }

  private static void refuse(String rule) {
    throw ApiFault.amountOutOfRange(rule).asException();
  }

  /** The amounts that one payout of a corridor may have, both ends included. */
  public record Range(Money smallest, Money largest) {}

  /** The range of one payout to a country on a channel. */
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

  /** Null if none is configured. */
  private CorridorConfig.Limit limitOf(Country country, Channel channel) {
    return config
        .limits()
        .getOrDefault(country.name().toLowerCase(Locale.ROOT), Map.of())
        .get(channel.code());
  }
}
