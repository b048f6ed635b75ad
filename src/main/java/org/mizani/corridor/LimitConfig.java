package org.mizani.corridor;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Validation of configured limits of amounts: one of a misspelt country would never be applied. A
 * refusal is a sentence that names the setting.
 */
public final class LimitConfig {

  private static final String PAYOUTS = "payments.corridor.limits";

  private LimitConfig() {}

  /**
   * Validates the limits of payouts.
   *
   * @throws ConfigurationException for an unknown country or channel, or a limit that cannot be
   */
  static void validate(CorridorConfig config) {
    config
        .limits()
        .forEach(
            (country, channels) -> {
              String setting = PAYOUTS + "." + country;
              requireOneOf(setting, channels.keySet(), codes(List.of(Channel.values())));
              CurrencyUnit currency =
                  country(PAYOUTS, country, List.of(Country.values())).currency();
              channels.forEach((channel, limit) -> check(setting + "." + channel, limit, currency));
            });
  }

  /**
   * Validates limits by country.
   *
   * @param setting the start of their names, such as {@code payments.collection.limits}
   * @throws ConfigurationException for another country, or a limit that cannot be
   */
  public static void validate(
      String setting, Map<String, CorridorConfig.Limit> limits, List<Country> countries) {
    limits.forEach(
        (code, limit) ->
            check(setting + "." + code, limit, country(setting, code, countries).currency()));
  }

  private static Country country(String setting, String code, List<Country> countries) {
    requireOneOf(setting, List.of(code), codes(countries));
    return Country.valueOf(code.toUpperCase(Locale.ROOT));
  }

  private static List<String> codes(List<? extends Enum<?>> values) {
    return values.stream().map(value -> value.name().toLowerCase(Locale.ROOT)).toList();
  }

  private static void requireOneOf(
      String setting, Collection<String> given, Collection<String> known) {
    for (String code : given) {
      if (!known.contains(code)) {
        throw new ConfigurationException(
            "%s.%s: %s is not one of %s."
                .formatted(
                    setting,
                    code,
                    code.toUpperCase(Locale.ROOT),
                    known.stream()
                        .map(name -> name.toUpperCase(Locale.ROOT))
                        .collect(Collectors.joining(", "))));
      }
    }
  }

  private static void check(String setting, CorridorConfig.Limit limit, CurrencyUnit currency) {
    // A minimum of 0 lifts one that is built in; a maximum of 0 would end a corridor unnoticed.
    Optional<Money> smallest = amount(setting + ".minimum", limit.minimum(), currency, 0);
    Optional<Money> largest = amount(setting + ".maximum", limit.maximum(), currency, 1);
    if (smallest.isPresent()
        && largest.filter(most -> most.minor() < smallest.get().minor()).isPresent()) {
      throw new ConfigurationException(
          "%s.minimum must not exceed %1$s.maximum.".formatted(setting));
    }
  }

  private static Optional<Money> amount(
      String setting, Optional<BigDecimal> major, CurrencyUnit currency, int leastMinor) {
    try {
      Optional<Money> amount = major.map(value -> Money.exactly(currency, value));
      if (amount.stream().allMatch(value -> value.minor() >= leastMinor)) {
        return amount;
      }
    } catch (ArithmeticException | IllegalArgumentException e) {
      // Too many decimal places are as wrong as an amount below 0.
    }
    throw new ConfigurationException(
        "%s must be an amount of %s%s."
            .formatted(setting, currency, leastMinor == 0 ? " or 0" : " above 0"));
  }
}
