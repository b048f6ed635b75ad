package org.mizani.fx;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * What came of entering a rate.
 *
 * @param replaced the rate that was to be in force from the same instant on, if there was one
 * @param entered the rate that is now
 */
public record RateChange(Optional<BigDecimal> replaced, EnteredRate entered) {}
