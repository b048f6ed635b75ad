package org.mizani.qr;

import java.util.Arrays;
import java.util.Currency;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The currencies in use by the three digits that ISO 4217 gives them, zeros in front included. */
final class Currencies {

  private static final Map<String, Currency> BY_NUMBER =
      Arrays.stream(Locale.getISOCountries())
          .map(country -> new Locale.Builder().setRegion(country).build())
          .map(Currency::getInstance)
          .filter(currency -> currency != null)
          .distinct()
          .collect(
              Collectors.toUnmodifiableMap(
                  currency -> "%03d".formatted(currency.getNumericCode()), currency -> currency));

  private Currencies() {}

  /** The currency of a number such as {@code 404}, or nothing if no country uses one. */
  static Optional<Currency> find(String number) {
    return Optional.ofNullable(BY_NUMBER.get(number));
  }
}
