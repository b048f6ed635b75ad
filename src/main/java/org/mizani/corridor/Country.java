package org.mizani.corridor;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.mizani.money.CurrencyUnit;

/** Countries that money is sent to, with their currency and international dialling prefix. */
public enum Country {
  KE(CurrencyUnit.KES, "254"),
  TZ(CurrencyUnit.TZS, "255"),
  UG(CurrencyUnit.UGX, "256"),
  ZA(CurrencyUnit.ZAR, "27");

  private static final String CODES =
      Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "));
  private static final String CURRENCY_CODES =
      Arrays.stream(values()).map(c -> c.currency.name()).collect(Collectors.joining(", "));

  private final CurrencyUnit currency;
  private final String diallingPrefix;

  Country(CurrencyUnit currency, String diallingPrefix) {
    this.currency = currency;
    this.diallingPrefix = diallingPrefix;
  }

  /** The currency that recipients there receive. */
  public CurrencyUnit currency() {
    return currency;
  }

  /** The international prefix of its phone numbers, without {@code +}. */
  public String diallingPrefix() {
    return diallingPrefix;
  }

  /** The country with this exact code (upper case), or empty. */
  public static Optional<Country> find(String code) {
    for (Country country : values()) {
      if (country.name().equals(code)) {
        return Optional.of(country);
      }
    }
    return Optional.empty();
  }

  /** Whether this currency belongs to a country. */
  public static boolean isCurrencyOfOne(CurrencyUnit currency) {
    return Arrays.stream(values()).anyMatch(country -> country.currency == currency);
  }

  /**
   * The country that this currency belongs to.
   *
   * @throws IllegalArgumentException if it belongs to none
   */
  public static Country ofCurrency(CurrencyUnit currency) {
    return Arrays.stream(values())
        .filter(country -> country.currency == currency)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(currency + " is received nowhere"));
  }

  /** All codes as messages list them: {@code KE, TZ, UG, ZA}. */
  public static String codes() {
    return CODES;
  }

  /** The currencies of all countries as messages list them: {@code KES, TZS, UGX, ZAR}. */
  public static String currencyCodes() {
    return CURRENCY_CODES;
  }
}
