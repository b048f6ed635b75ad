package org.mizani.money;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Currencies of wallets and transfers, with their ISO 4217 minor units. */
public enum CurrencyUnit {
  USD(2),
  EUR(2),
  GBP(2),
  KES(2),
  TZS(2),
  UGX(0),
  ZAR(2);

  private static final String CODES =
      Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "));

  private final int minorDigits;

  CurrencyUnit(int minorDigits) {
    this.minorDigits = minorDigits;
  }

  /** How many decimal places an amount of this currency has at most. */
  public int minorDigits() {
    return minorDigits;
  }

  /** The currency with this exact code (upper case), or empty. */
  public static Optional<CurrencyUnit> find(String code) {
    for (CurrencyUnit unit : values()) {
      if (unit.name().equals(code)) {
        return Optional.of(unit);
      }
    }
    return Optional.empty();
  }

  /** All codes as messages list them: {@code USD, EUR, …}. */
  public static String codes() {
    return CODES;
  }
}
