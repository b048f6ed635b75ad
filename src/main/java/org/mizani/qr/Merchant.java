package org.mizani.qr;

import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.mizani.corridor.Country;

/**
 * Merchant of a QR code, read by the conventions of the country.
 *
 * @param channel the name of the network; its GUID if it has no name here, or empty
 * @param tillNumber as the code writes it, or empty
 * @param mobile the merchant's phone, if the code carries one
 */
record Merchant(String channel, String tillNumber, Optional<String> mobile) {

  private static final Pattern PHONE = Pattern.compile("\\+?[0-9]{9,15}");
  private static final String PHONE_OF_MERCHANT = "02";

  private static final String KE_QR = "ke.go.qr";
  private static final String KE_QR_WALLET = "28";
  private static final String KE_QR_BANK = "29";
  private static final String M_PESA = "m-pesa.com";
  private static final String M_PESA_KIND = "83";
  private static final String M_PESA_SEND_MONEY = "02";
  private static final Pattern M_PESA_PHONE = Pattern.compile("(254|0)[17][0-9]{8}");

  private static final String TIPS = "tz.go.bot.tips";
  private static final String SCAN_TO_PAY = "za.co.mp";

  /** The merchant of a payload. */
  static Merchant of(EmvPayload payload, Country country) {
    return inCountry(payload, country).reachedAt(payload);
  }

  /** Whether there is a number to pay to: a till, or a phone. */
  boolean isPayable() {
    return !tillNumber.isEmpty() || mobile.isPresent();
  }

  private static Merchant inCountry(EmvPayload payload, Country country) {
    return switch (country) {
      case KE -> kenyan(payload).orElseGet(() -> unnumbered(payload));
      case TZ -> tanzanian(payload);
      case UG -> ugandan(payload);
      case ZA -> southAfrican(payload);
    };
  }

  // Object 28 is the account at a mobile money network, object 29 the one at a bank. The id of the
  // sub-object with the number tells which network or bank.
  private static Optional<Merchant> kenyan(EmvPayload payload) {
    Map<String, String> wallet = keQr(payload, KE_QR_WALLET);
    return numbered(wallet, "01", "M-PESA")
        .map(merchant -> new Merchant("M-PESA", merchant.tillNumber, phone(payload, merchant)))
        .or(() -> numbered(wallet, "02", "SASAPAY"))
        .or(() -> numbered(keQr(payload, KE_QR_BANK), "68", "EQUITY"));
  }

  private static Map<String, String> keQr(EmvPayload payload, String id) {
    Map<String, String> account = payload.template(id);
    String guid = EmvPayload.guid(account);
    return guid.isEmpty() || guid.equals(KE_QR) ? account : Map.of();
  }

  private static Optional<Merchant> numbered(
      Map<String, String> account, String id, String channel) {
    return Optional.ofNullable(account.get(id))
        .filter(DataObjects::isNumber)
        .map(number -> of(channel, number));
  }

  private static Optional<String> phone(EmvPayload payload, Merchant merchant) {
    Map<String, String> kind = payload.template(M_PESA_KIND);
    boolean isSendMoney =
        EmvPayload.guid(kind).equals(M_PESA) && M_PESA_SEND_MONEY.equals(kind.get("01"));
    return Optional.of(merchant.tillNumber)
        .filter(number -> isSendMoney && M_PESA_PHONE.matcher(number).matches());
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
        .map(account -> of(ugandanNetwork(EmvPayload.guid(account)), account.get("01")))
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
    return payload.accounts().filter(account -> guid.test(EmvPayload.guid(account))).findFirst();
  }

  private static String network(EmvPayload payload) {
    return payload
        .accounts()
        .map(EmvPayload::guid)
        .filter(guid -> !guid.isEmpty())
        .findFirst()
        .orElse("");
  }

  private Merchant reachedAt(EmvPayload payload) {
    Optional<String> phone =
        Optional.ofNullable(payload.template(EmvPayload.ADDITIONAL).get(PHONE_OF_MERCHANT))
            .filter(text -> PHONE.matcher(text).matches());
    return mobile.isPresent() ? this : new Merchant(channel, tillNumber, phone);
  }
}
