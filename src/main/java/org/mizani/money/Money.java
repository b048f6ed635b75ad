package org.mizani.money;

import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Amount of one currency in whole minor units (cents). Arithmetic is exact: it throws rather than
 * overflow, mix currencies or drop digits. Methods that round name the mode.
 */
@Embeddable
public record Money(@Enumerated(EnumType.STRING) CurrencyUnit currency, long minor) {

  /**
   * The largest amount that the service handles, in minor units: fifteen digits, so that sums of
   * thousands of them still fit a {@code long}.
   */
  public static final long MAX_MINOR = 999_999_999_999_999L;

  private static final int MOST_INTEGER_DIGITS = 16;
  private static final int MOST_LEADING_ZEROS = 18;

  /** Zero of a currency. */
  public static Money zero(CurrencyUnit currency) {
    return new Money(currency, 0);
  }

  /**
   * The amount of a decimal of major units.
   *
   * @throws ArithmeticException if it has more decimal places than the currency, or is out of range
   */
  public static Money exactly(CurrencyUnit currency, BigDecimal major) {
    return rounded(currency, major, RoundingMode.UNNECESSARY);
  }

  /**
   * A decimal of major units, rounded to the currency's minor units.
   *
   * @throws ArithmeticException if it is out of range (see {@link #MAX_MINOR})
   */
  public static Money rounded(CurrencyUnit currency, BigDecimal major, RoundingMode mode) {
    if (major.signum() == 0) {
      return zero(currency);
    }
    // Before scaling: 1E+300000000 is short to write and would fill the memory when written out.
    long integerDigits = (long) major.precision() - major.scale();
    if (integerDigits > MOST_INTEGER_DIGITS) {
      throw new ArithmeticException("amount out of range");
    }
    BigDecimal sane = integerDigits < -MOST_LEADING_ZEROS ? negligible(major.signum()) : major;
    BigDecimal minor =
        sane.setScale(currency.minorDigits(), mode).movePointRight(currency.minorDigits());
    return new Money(currency, minor.longValueExact()).inRange();
  }

  /** Stands for all absurdly small amounts, which round alike. */
  private static BigDecimal negligible(int sign) {
    return BigDecimal.valueOf(sign, MOST_LEADING_ZEROS);
  }

  /** Whether a decimal of major units has more decimal places than the currency. */
  public static boolean isFinerThan(CurrencyUnit currency, BigDecimal major) {
    return major.stripTrailingZeros().scale() > currency.minorDigits();
  }

  /** This amount and another of the same currency. */
  public Money plus(Money other) {
    requireSameCurrency(other);
    return new Money(currency, Math.addExact(minor, other.minor)).inRange();
  }

  /** This amount times a factor, half a minor unit rounded up. */
  public Money timesHalfUp(BigDecimal factor) {
    return rounded(currency, major().multiply(factor), RoundingMode.HALF_UP);
  }

  /**
   * This amount in another currency, one unit of which is worth {@code rate} units of this one:
   * amount / rate, half a minor unit rounded up.
   */
  public Money dividedHalfUp(BigDecimal rate, CurrencyUnit target) {
    BigDecimal minorOfTarget =
        BigDecimal.valueOf(minor)
            .movePointLeft(currency.minorDigits())
            .movePointRight(target.minorDigits())
            .divide(rate, 0, RoundingMode.HALF_UP);
    return new Money(target, minorOfTarget.longValueExact()).inRange();
  }

  /**
   * The amount in major units as the wire shows it: plain, with no padding zeros (7.91, 129,
   * 1000.5).
   */
  public BigDecimal major() {
    BigDecimal stripped = BigDecimal.valueOf(minor, currency.minorDigits()).stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private Money inRange() {
    if (minor > MAX_MINOR || minor < -MAX_MINOR) {
      throw new ArithmeticException("amount out of range");
    }
    return this;
  }

  private void requireSameCurrency(Money other) {
    if (currency != other.currency) {
      throw new IllegalArgumentException(currency + " and " + other.currency + " do not mix");
    }
  }

  @Override
  public String toString() {
    return major().toPlainString() + " " + currency;
  }
}
