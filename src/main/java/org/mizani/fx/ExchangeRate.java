package org.mizani.fx;

import java.math.BigDecimal;
import java.time.Instant;
import org.mizani.money.CurrencyUnit;

/**
 * Exchange rate of a currency pair.
 *
 * @param rate units of {@code to} for one unit of {@code from}
 * @param effectiveFrom the instant from which it is in force
 */
public record ExchangeRate(
    CurrencyUnit from, CurrencyUnit to, BigDecimal rate, Instant effectiveFrom) {}
