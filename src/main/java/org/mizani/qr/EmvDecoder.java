package org.mizani.qr;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Currency;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.mizani.corridor.Country;
import org.mizani.fault.ApiFault;

/** Decoder of EMVCo payloads of all countries. */
final class EmvDecoder {

  private static final Pattern AMOUNT = Pattern.compile("(?=.{1,13}$)[0-9]+(\\.[0-9]*)?");

  // The currencies in use by the three digits of ISO 4217, leading zeros included.
  private static final Map<String, Currency> CURRENCIES =
      Arrays.stream(Locale.getISOCountries())
          .map(country -> new Locale.Builder().setRegion(country).build())
          .map(Currency::getInstance)
          .filter(Objects::nonNull)
          .distinct()
          .collect(
              toUnmodifiableMap(
                  currency -> "%03d".formatted(currency.getNumericCode()), currency -> currency));

  private EmvDecoder() {}

  /**
   * Decodes a payload. The country that it states goes before the hint.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 422 if its amount or currency is malformed, its
   *     country is none that is served, or it has no number to pay to
   */
  static DecodedQr decode(EmvPayload payload, Optional<Country> hint) {
    Optional<Currency> currency = payload.find(EmvPayload.CURRENCY).map(EmvDecoder::currency);
    Country country =
        country(payload, currency, hint).orElseThrow(ApiFault.UNSUPPORTED_QR::asException);
    Merchant merchant =
        Optional.of(Merchant.of(payload, country))
            .filter(Merchant::isPayable)
            .orElseThrow(ApiFault.UNSUPPORTED_QR::asException);
    return new DecodedQr(
        payload.find(EmvPayload.AMOUNT).map(text -> amount(text, currency, country)),
        merchant.channel(),
        country.name(),
        currency.map(Currency::getCurrencyCode).orElse(country.currency().name()),
        payload.find(EmvPayload.CITY).orElse(""),
        payload.find(EmvPayload.NAME).orElse(""),
        merchant.mobile(),
        merchant.tillNumber());
  }

  private static Currency currency(String number) {
    return Optional.ofNullable(CURRENCIES.get(number))
        .orElseThrow(ApiFault.UNSUPPORTED_QR::asException);
  }

  private static Optional<Country> country(
      EmvPayload payload, Optional<Currency> currency, Optional<Country> hint) {
    Optional<String> stated = payload.find(EmvPayload.COUNTRY);
    return stated.isPresent()
        ? stated.flatMap(code -> Country.find(code.toUpperCase(Locale.ROOT)))
        : payload
            .accounts()
            .flatMap(account -> countryOfNetwork(account).stream())
            .findFirst()
            .or(() -> hint)
            .or(() -> currency.flatMap(EmvDecoder::countryOf));
  }

  // Networks are named by domains turned round, such as za.co.electrum.
  private static Optional<Country> countryOfNetwork(Map<String, String> account) {
    String guid = account.getOrDefault(EmvPayload.GUID, "");
    return guid.length() > 2 && guid.charAt(2) == '.'
        ? Country.find(guid.substring(0, 2).toUpperCase(Locale.ROOT))
        : Optional.empty();
  }

  private static Optional<Country> countryOf(Currency currency) {
    return Arrays.stream(Country.values())
        .filter(country -> country.currency().name().equals(currency.getCurrencyCode()))
        .findFirst();
  }

  private static BigDecimal amount(String text, Optional<Currency> currency, Country country) {
    if (!AMOUNT.matcher(text).matches()) {
      throw ApiFault.UNSUPPORTED_QR.asException();
    }
    BigDecimal amount = new BigDecimal(text);
    if (amount.signum() == 0) {
      throw ApiFault.UNSUPPORTED_QR.asException();
    }
    return noFinerThan(
        amount,
        currency.map(Currency::getDefaultFractionDigits).orElse(country.currency().minorDigits()));
  }

  private static BigDecimal noFinerThan(BigDecimal amount, int digits) {
    try {
      return amount.scale() <= digits ? amount : amount.setScale(digits, RoundingMode.UNNECESSARY);
    } catch (ArithmeticException e) {
      throw ApiFault.UNSUPPORTED_QR.asException();
    }
  }
}
