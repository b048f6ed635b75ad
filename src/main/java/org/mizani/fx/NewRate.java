package org.mizani.fx;

import java.math.BigDecimal;
import java.time.Instant;
import org.mizani.money.CurrencyUnit;

/**
 * A rate to enter.
 *
 * @param rate what one unit of {@code from} is to be in units of {@code to}
 * @param effectiveFrom from when on
 */
public record NewRate(CurrencyUnit from, CurrencyUnit to, BigDecimal rate, Instant effectiveFrom) {}
