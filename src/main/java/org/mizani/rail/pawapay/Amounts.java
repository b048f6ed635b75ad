package org.mizani.rail.pawapay;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Amounts as pawaPay has them: decimals of major units in text, without padding zeros.
 *
 * @param decimals places that the networks of a currency move; none if a currency is not in it
 */
public record Amounts(Map<CurrencyUnit, Integer> decimals) {

  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,18}([.][0-9]{1,4})?");

  public Amounts {
    decimals = Map.copyOf(decimals);
  }

  /**
   * The text for an amount, such as {@code 1500}.
   *
   * @throws ArithmeticException if the amount is finer than the networks move
   */
  public String write(Money amount) {
    BigDecimal major = amount.major();
    if (major.scale() > decimals.getOrDefault(amount.currency(), 0)) {
      throw new ArithmeticException("finer than the networks move");
    }
    return major.toPlainString();
  }

  /**
   * The amount of these texts, or empty if they are none.
   *
   * @param amount in major units, or null
   * @param currency its code, or null
   */
  static Optional<Money> read(String amount, String currency) {
    if (amount == null || currency == null || !DECIMAL.matcher(amount).matches()) {
      return Optional.empty();
    }
    BigDecimal major = new BigDecimal(amount);
    return CurrencyUnit.find(currency)
        .filter(unit -> !Money.isFinerThan(unit, major))
        .flatMap(unit -> inRange(unit, major));
  }

  private static Optional<Money> inRange(CurrencyUnit unit, BigDecimal major) {
    try {
      return Optional.of(Money.exactly(unit, major));
    } catch (ArithmeticException outOfRange) {
      return Optional.empty();
    }
  }
}
