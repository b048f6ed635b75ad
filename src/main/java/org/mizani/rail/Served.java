package org.mizani.rail;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What a rail serves by its settings, of what its type can serve. */
public final class Served {

  private Served() {}

  /**
   * Values of a setting of a rail; all that its type can serve where there are none.
   *
   * @throws ConfigurationException if a value is not among them
   */
  public static <T extends Comparable<T>> Set<T> of(
      String rail, String setting, Optional<Set<T>> wanted, Set<T> possible) {
    if (wanted.filter(values -> !possible.containsAll(values)).isPresent()) {
      throw new ConfigurationException(
          "payments.rail.%s.%s must be of %s, which its type can serve."
              .formatted(rail, setting, new TreeSet<>(possible)));
    }
    return wanted.orElse(possible);
  }

  /**
   * Amounts of payouts of a rail by its settings, within the rule of its type.
   *
   * @throws ConfigurationException if no amount is between two bounds
   */
  public static AmountRule payouts(String rail, RailSettings.Rail settings, AmountRule ofType) {
    return amounts(rail + ".payout", ofType.within(settings.payoutLeast(), settings.payoutMost()));
  }

  /**
   * Amounts of collections of a rail by its settings, within the rule of its type.
   *
   * @throws ConfigurationException if no amount is between two bounds
   */
  public static AmountRule collections(String rail, RailSettings.Rail settings, AmountRule ofType) {
    return amounts(
        rail + ".collection", ofType.within(settings.collectionLeast(), settings.collectionMost()));
  }

  private static AmountRule amounts(String prefix, AmountRule rule) {
    rule.least()
        .forEach(
            (currency, least) -> {
              BigDecimal most = rule.most().getOrDefault(currency, least);
              if (most.compareTo(least) < 0) {
                throw new ConfigurationException(
                    "payments.rail.%s-least.%s must be %s or less, the most that it moves."
                        .formatted(prefix, currency, most.toPlainString()));
              }
            });
    return rule;
  }
}
