package org.mizani.ledger;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Positions in foreign exchange on a day: what exchanges have brought in and taken out in each
 * currency, and the day's profit (ADR 4).
 *
 * @param reporting the currency of the profit
 * @param currencies those with an account, in the order of {@link CurrencyUnit}
 */
public record FxPosition(LocalDate day, CurrencyUnit reporting, List<OfCurrency> currencies) {

  /**
   * Rate at which a currency is valued, in force at the end of the day.
   *
   * @param from one unit of this currency
   * @param to is {@code rate} units of this one
   */
  public record Valuation(CurrencyUnit from, CurrencyUnit to, BigDecimal rate) {

    /**
     * The value of an amount of one of both currencies in the other, half a minor unit rounded up.
     */
    Money value(Money amount) {
      if (amount.currency() == to) {
        return amount.dividedHalfUp(rate, from);
      }
      BigDecimal value = amount.major().multiply(rate);
      return Money.rounded(to, value, RoundingMode.HALF_UP);
    }
  }

  /**
   * Position in one currency.
   *
   * @param opening the position at the beginning of the day; below zero if more was paid out
   * @param in what exchanges have brought in
   * @param out the sum that they have taken out
   * @param valuation empty if there is no rate, or if the currency is the reporting one
   * @param result the day's change, in the reporting currency; empty if there is no rate
   */
  public record OfCurrency(
      Money opening, Money in, Money out, Optional<Valuation> valuation, Optional<Money> result) {

    public CurrencyUnit currency() {
      return opening.currency();
    }

    /** The position at the end of the day. */
    public Money closing() {
      return new Money(
          currency(), Math.addExact(opening.minor(), Math.subtractExact(in.minor(), out.minor())));
    }
  }

  /**
   * The day's profit, below zero for a loss: the sum of the results. Empty if a currency that moved
   * has no rate.
   */
  public Optional<Money> profit() {
    if (currencies.stream().anyMatch(position -> position.result().isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        currencies.stream()
            .map(position -> position.result().orElseThrow())
            .reduce(Money.zero(reporting), Money::plus));
  }
}
