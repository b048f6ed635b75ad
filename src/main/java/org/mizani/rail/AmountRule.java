package org.mizani.rail;

import java.math.BigDecimal;
import java.util.Optional;
import org.mizani.money.Money;

/**
 * Rule of a network about amounts of one payment.
 *
 * @param wholeUnits whether it moves whole units of a currency only
 * @param least the least that it moves, in major units
 * @param most the most that it moves, in major units
 */
public record AmountRule(
    boolean wholeUnits, Optional<BigDecimal> least, Optional<BigDecimal> most) {

  /** Of a network that moves any amount. */
  public static final AmountRule ANY = new AmountRule(false, Optional.empty(), Optional.empty());

  /** Of a network that moves whole units of any amount. */
  public static final AmountRule WHOLE_UNITS =
      new AmountRule(true, Optional.empty(), Optional.empty());

  /** Why the network does not move this amount, as a rule of {@code amount}; empty if it does. */
  public Optional<String> refusalOf(Money amount) {
    BigDecimal major = amount.major();
    if (wholeUnits && major.scale() > 0) {
      return Optional.of("must be a whole number of " + amount.currency());
    }
    return least
        .filter(bound -> major.compareTo(bound) < 0)
        .map(bound -> "must be " + words(bound, amount) + " or more")
        .or(
            () ->
                most.filter(bound -> major.compareTo(bound) > 0)
                    .map(bound -> "must be " + words(bound, amount) + " or less"));
  }

  private static String words(BigDecimal bound, Money amount) {
    return bound.toPlainString() + " " + amount.currency();
  }
}
