package org.mizani.qr;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Kenya's KE-QR. Object 28 is the merchant's account at a mobile money network, object 29 that at a
 * bank; in both the sub-object's id tells which network or bank its number belongs to.
 */
final class KenyanMerchant {

  private static final String GUID = "ke.go.qr";
  private static final String WALLET = "28";
  private static final String BANK = "29";
  private static final String M_PESA = "m-pesa.com";
  private static final String M_PESA_KIND = "83";
  private static final String SEND_MONEY = "02";
  private static final Pattern PHONE = Pattern.compile("(254|0)[17][0-9]{8}");

  private KenyanMerchant() {}

  /** The merchant, if the payload numbers one. */
  static Optional<Merchant> of(EmvPayload payload) {
    Map<String, String> wallet = account(payload, WALLET);
    return numbered(wallet, "01", "M-PESA")
        .map(merchant -> new Merchant("M-PESA", merchant.tillNumber(), phone(payload, merchant)))
        .or(() -> numbered(wallet, "02", "SASAPAY"))
        .or(() -> numbered(account(payload, BANK), "68", "EQUITY"));
  }

  private static Map<String, String> account(EmvPayload payload, String id) {
    Map<String, String> account = payload.template(id);
    String guid = Merchant.guid(account);
    return guid.isEmpty() || guid.equals(GUID) ? account : Map.of();
  }

  private static Optional<Merchant> numbered(
      Map<String, String> account, String id, String channel) {
    return Optional.ofNullable(account.get(id))
        .filter(DataObjects::isNumber)
        .map(number -> new Merchant(channel, number, Optional.empty()));
  }

  private static Optional<String> phone(EmvPayload payload, Merchant merchant) {
    Map<String, String> kind = payload.template(M_PESA_KIND);
    boolean isSentMoney = Merchant.guid(kind).equals(M_PESA) && SEND_MONEY.equals(kind.get("01"));
    return Optional.of(merchant.tillNumber())
        .filter(number -> isSentMoney && PHONE.matcher(number).matches());
  }
}
