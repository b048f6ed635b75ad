package org.mizani.operator.approval;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** Limits by currency; one that is missing has the limit zero. */
record CurrencyLimits(Map<CurrencyUnit, Money> limits) {

  /**
   * The limits that a setting's text says.
   *
   * @throws ConfigurationException that names the setting, if it says none
   */
  static CurrencyLimits parse(String name, String text) {
    Map<CurrencyUnit, Money> amounts = new EnumMap<>(CurrencyUnit.class);
    for (String entry : text.split(",", -1)) {
      String[] parts = entry.strip().split(":", -1);
      Money amount =
          Optional.of(parts)
              .filter(given -> given.length == 2)
              .flatMap(given -> CurrencyUnit.find(given[0]))
              .flatMap(currency -> amount(currency, parts[1]))
              .orElseThrow(() -> refusedAmounts(name));
      if (amounts.put(amount.currency(), amount) != null) {
        throw refusedAmounts(name);
      }
    }
    return new CurrencyLimits(amounts);
  }

  private static ConfigurationException refusedAmounts(String name) {
    return new ConfigurationException(
        name
            + " must be amounts by currency, such as KES:1000000,USD:10000, or "
            + ApprovalRules.NEVER
            + ".");
  }

  private static Optional<Money> amount(CurrencyUnit currency, String major) {
    try {
      return Optional.of(Money.exactly(currency, new BigDecimal(major)))
          .filter(amount -> amount.minor() >= 0);
    } catch (ArithmeticException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Whether an amount of either sign is above the limit of its currency. */
  boolean isBelow(Money amount) {
    Money none = Money.zero(amount.currency());
    return Math.abs(amount.minor()) > limits.getOrDefault(amount.currency(), none).minor();
  }
}
