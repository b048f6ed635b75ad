package org.mizani.rail;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Rule of a network about amounts of one payment.
 *
 * @param wholeUnits whether it moves whole units of a currency only
 * @param least the least that it moves of a currency, in major units; anything of others
 * @param most the most that it moves of a currency, in major units; anything of others
 */
public record AmountRule(
    boolean wholeUnits, Map<CurrencyUnit, BigDecimal> least, Map<CurrencyUnit, BigDecimal> most) {

  /** Of a network that moves any amount. */
  public static final AmountRule ANY = new AmountRule(false, Map.of(), Map.of());

  /** Of a network that moves whole units of any amount. */
  public static final AmountRule WHOLE_UNITS = new AmountRule(true, Map.of(), Map.of());

  public AmountRule {
    least = Map.copyOf(least);
    most = Map.copyOf(most);
  }

  /** Of a network that moves whole units of one currency, between these bounds. */
  public static AmountRule wholeUnits(CurrencyUnit currency, BigDecimal least, BigDecimal most) {
    return new AmountRule(true, Map.of(currency, least), Map.of(currency, most));
  }

  /** This rule within further bounds: of two bounds of a currency the narrower one counts. */
  public AmountRule within(
      Map<CurrencyUnit, BigDecimal> least, Map<CurrencyUnit, BigDecimal> most) {
    return new AmountRule(
        wholeUnits,
        merged(this.least, least, BigDecimal::max),
        merged(this.most, most, BigDecimal::min));
  }

  /** Why the network does not move this amount, as a rule of {@code amount}; empty if it does. */
  public Optional<String> refusalOf(Money amount) {
    BigDecimal major = amount.major();
    if (wholeUnits && major.scale() > 0) {
      return Optional.of("must be a whole number of " + amount.currency());
    }
    return bound(least, amount)
        .filter(bound -> major.compareTo(bound) < 0)
        .map(bound -> "must be " + words(bound, amount) + " or more")
        .or(
            () ->
                bound(most, amount)
                    .filter(bound -> major.compareTo(bound) > 0)
                    .map(bound -> "must be " + words(bound, amount) + " or less"));
  }

  private static Optional<BigDecimal> bound(Map<CurrencyUnit, BigDecimal> bounds, Money amount) {
    return Optional.ofNullable(bounds.get(amount.currency()));
  }

  private static Map<CurrencyUnit, BigDecimal> merged(
      Map<CurrencyUnit, BigDecimal> ours,
      Map<CurrencyUnit, BigDecimal> others,
      BinaryOperator<BigDecimal> narrower) {
    Map<CurrencyUnit, BigDecimal> all = new HashMap<>(ours);
    others.forEach((currency, bound) -> all.merge(currency, bound, narrower));
    return all;
  }

  private static String words(BigDecimal bound, Money amount) {
    return bound.toPlainString() + " " + amount.currency();
  }
}
