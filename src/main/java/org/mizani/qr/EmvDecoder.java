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
  private static final Pattern COUNTRY_CODE = Pattern.compile("[A-Za-z]{2}");

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
   * @throws org.mizani.fault.ApiFault.ApiException 422 if its amount, currency or country is
   *     malformed
   */
  static DecodedQr decode(EmvPayload payload, Optional<Country> hint) {
    Optional<Currency> currency = payload.find(EmvPayload.CURRENCY).map(EmvDecoder::currency);
    String countryCode = countryCode(payload, currency, hint);
    Optional<Country> country = Country.find(countryCode);
    Merchant merchant = Merchant.of(payload, country);
    return new DecodedQr(
        payload.find(EmvPayload.AMOUNT).map(text -> amount(text, currency, country)),
        merchant.channel(),
        countryCode,
        currencyCode(currency, country),
        payload.find(EmvPayload.CITY).orElse(""),
        payload.find(EmvPayload.NAME).orElse(""),
        merchant.mobile(),
        merchant.tillNumber());
  }

  private static Currency currency(String number) {
    return Optional.ofNullable(CURRENCIES.get(number))
        .orElseThrow(ApiFault.UNSUPPORTED_QR::asException);
  }

  private static String currencyCode(Optional<Currency> currency, Optional<Country> country) {
    return currency
        .map(Currency::getCurrencyCode)
        .or(() -> country.map(known -> known.currency().name()))
        .orElse("");
  }

  private static String countryCode(
      EmvPayload payload, Optional<Currency> currency, Optional<Country> hint) {
    Optional<String> stated = payload.find(EmvPayload.COUNTRY);
    if (stated.isPresent()) {
      return stated
          .filter(code -> COUNTRY_CODE.matcher(code).matches())
          .map(code -> code.toUpperCase(Locale.ROOT))
          .orElseThrow(ApiFault.UNSUPPORTED_QR::asException);
    }
    return payload
        .accounts()
        .flatMap(account -> countryOfNetwork(account).stream())
        .findFirst()
        .or(() -> hint)
        .or(() -> currency.flatMap(EmvDecoder::countryOf))
        .map(Country::name)
        .orElse("");
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

  // Codes of other countries do carry 0; a payout of 0 is impossible.
  private static BigDecimal amount(
      String text, Optional<Currency> currency, Optional<Country> country) {
    if (!AMOUNT.matcher(text).matches()) {
      throw ApiFault.UNSUPPORTED_QR.asException();
    }
    BigDecimal amount = new BigDecimal(text);
    if (amount.signum() == 0 && country.isPresent()) {
      throw ApiFault.UNSUPPORTED_QR.asException();
    }
    return currency
        .map(Currency::getDefaultFractionDigits)
        .or(() -> country.map(known -> known.currency().minorDigits()))
        .map(digits -> noFinerThan(amount, digits))
        .orElse(amount);
  }

  private static BigDecimal noFinerThan(BigDecimal amount, int digits) {
    try {
      return amount.scale() <= digits ? amount : amount.setScale(digits, RoundingMode.UNNECESSARY);
    } catch (ArithmeticException e) {
      throw ApiFault.UNSUPPORTED_QR.asException();
    }
  }
}
