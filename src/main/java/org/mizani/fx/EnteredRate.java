package org.mizani.fx;

import java.math.BigDecimal;
import java.time.Instant;
import org.mizani.money.CurrencyUnit;

/**
 * A rate as it was entered.
 *
 * @param id its place among rates of one instant
 * @param rate what one unit of {@code from} is in units of {@code to}
 * @param effectiveFrom from when on
 * @param enteredAt when it was entered first
 */
public record EnteredRate(
    long id,
    CurrencyUnit from,
    CurrencyUnit to,
    BigDecimal rate,
    Instant effectiveFrom,
    Instant enteredAt) {}
