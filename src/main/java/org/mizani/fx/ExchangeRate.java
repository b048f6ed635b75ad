package org.mizani.fx;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import org.mizani.money.CurrencyUnit;

/**
 * Exchange rate of a currency pair.
 *
 * @param rate units of {@code to} for one unit of {@code from}
 * @param effectiveFrom the instant from which it is in force
 */
public record ExchangeRate(
    CurrencyUnit from, CurrencyUnit to, BigDecimal rate, Instant effectiveFrom) {

  /**
   * Rate as it is stored.
   *
   * @param id orders rates of the same instant
   * @param enteredAt when a rate of this pair and instant was first entered
   */
  public record Entered(long id, ExchangeRate rate, Instant enteredAt) {}

  /**
   * Result of entering a rate.
   *
   * @param replaced the previous rate of the same instant, if there was one
   */
  public record Change(Optional<BigDecimal> replaced, Entered entered) {}
}
