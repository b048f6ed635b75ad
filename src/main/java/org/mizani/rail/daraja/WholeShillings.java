package org.mizani.rail.daraja;

import java.math.BigDecimal;
import java.util.Optional;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** Amounts of Daraja: whole units of KES in requests, decimals in results. */
public final class WholeShillings {

  private static final int LONGEST = 20;
  private static final long CENTS = 100;

  private WholeShillings() {}

  /** Whether M-PESA can move this amount: a whole number of shillings above zero. */
  public static boolean isMovable(Money amount) {
    return amount.currency() == CurrencyUnit.KES
        && amount.minor() > 0
        && amount.minor() % CENTS == 0;
  }

  /**
   * The number of shillings.
   *
   * @throws IllegalArgumentException if M-PESA cannot move the amount
   */
  public static long of(Money amount) {
    if (!isMovable(amount)) {
      throw new IllegalArgumentException("M-PESA moves whole shillings, not " + amount);
    }
    return amount.minor() / CENTS;
  }

  /** The amount that a result tells, such as {@code 190.00}; empty if it is not an amount. */
  static Optional<Money> parse(String text) {
    String number = text.strip();
    if (number.length() > LONGEST) {
      return Optional.empty();
    }
    try {
      return Optional.of(Money.exactly(CurrencyUnit.KES, new BigDecimal(number)));
    } catch (ArithmeticException | NumberFormatException e) {
      return Optional.empty();
    }
  }
}
