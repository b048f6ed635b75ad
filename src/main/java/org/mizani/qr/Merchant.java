package org.mizani.qr;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.mizani.corridor.Country;

/**
 * Who is paid over which network, by the conventions of the country.
 *
 * @param channel the name of the network; its GUID where it has no name here, or empty
 * @param tillNumber as the code writes it, or empty
 * @param mobile the merchant's phone, where the code carries one
 */
record Merchant(String channel, String tillNumber, Optional<String> mobile) {

  private static final Pattern PHONE = Pattern.compile("\\+?[0-9]{9,15}");
  private static final String PHONE_OF_MERCHANT = "02";
  private static final String TIPS = "tz.go.bot.tips";
  private static final String SCAN_TO_PAY = "za.co.mp";

  /** The merchant of a payload; of a country that the service does not pay to, the network only. */
  static Merchant of(EmvPayload payload, Optional<Country> country) {
    return country
        .map(known -> inCountry(payload, known))
        .orElseGet(() -> new Merchant(network(payload), "", Optional.empty()))
        .reachedAt(payload);
  }

  private static Merchant inCountry(EmvPayload payload, Country country) {
    return switch (country) {
      case KE -> KenyanMerchant.of(payload).orElseGet(() -> unnumbered(payload));
      case TZ -> tanzanian(payload);
      case UG -> ugandan(payload);
      case ZA -> southAfrican(payload);
    };
  }

  // 26/01 is the acquirer, and 26/02 not always a number.
  private static Merchant tanzanian(EmvPayload payload) {
    Optional<Map<String, String>> account = account(payload, TIPS::equals);
    String number =
        Stream.of(
                account.orElseGet(() -> payload.template("26")).getOrDefault("02", ""),
                payload.template(EmvPayload.ADDITIONAL).getOrDefault("03", ""))
            .filter(DataObjects::isNumber)
            .findFirst()
            .orElse("");
    return of(account.isPresent() ? "TIPS" : network(payload), number);
  }

  private static Merchant ugandan(EmvPayload payload) {
    return payload
        .accounts()
        .filter(account -> DataObjects.isNumber(account.getOrDefault("01", "")))
        .findFirst()
        .map(account -> of(ugandanNetwork(guid(account)), account.get("01")))
        .orElseGet(() -> unnumbered(payload));
  }

  private static String ugandanNetwork(String guid) {
    if (guid.contains("airtel")) {
      return "AIRTEL";
    }
    return guid.contains("mtn") ? "MTN" : guid;
  }

  private static Merchant southAfrican(EmvPayload payload) {
    Optional<String> code =
        account(payload, SCAN_TO_PAY::equals)
            .map(account -> account.getOrDefault("01", ""))
            .filter(DataObjects::isNumber);
    boolean isElectrum = account(payload, guid -> guid.startsWith("za.co.elec")).isPresent();
    return code.map(number -> of("SCANTOPAY", number))
        .orElseGet(() -> of(isElectrum ? "ELECTRUM" : network(payload), ""));
  }

  private static Merchant of(String channel, String tillNumber) {
    return new Merchant(channel, tillNumber, Optional.empty());
  }

  private static Merchant unnumbered(EmvPayload payload) {
    return of(network(payload), "");
  }

  private static Optional<Map<String, String>> account(EmvPayload payload, Predicate<String> guid) {
    return payload.accounts().filter(account -> guid.test(guid(account))).findFirst();
  }

  private static String network(EmvPayload payload) {
    return payload
        .accounts()
        .map(Merchant::guid)
        .filter(guid -> !guid.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** The name of an account's network in lower case, or empty. */
  static String guid(Map<String, String> account) {
    return account.getOrDefault(EmvPayload.GUID, "").toLowerCase(Locale.ROOT);
  }

  private Merchant reachedAt(EmvPayload payload) {
    Optional<String> phone =
        Optional.ofNullable(payload.template(EmvPayload.ADDITIONAL).get(PHONE_OF_MERCHANT))
            .filter(text -> PHONE.matcher(text).matches());
    return mobile.isPresent() ? this : new Merchant(channel, tillNumber, phone);
  }
}
