package org.mizani.verification;

import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;

/**
 * The body of {@code POST /business/verify-payment} (specification, section 4.5), its fields in the
 * order in which they are checked.
 *
 * @param countryCode KE, TZ, UG or ZA
 * @param type {@code till} or {@code paybill}
 * @param lipaNumber the till or paybill number
 * @param accountReference the payer's account at the biller; not looked at for a till
 */
public record PaymentVerificationRequest(
    String countryCode, String type, String lipaNumber, String accountReference) {

  /** A paybill to look up in the sandbox. */
  static final String PAYBILL =
      "{\"countryCode\": \"KE\", \"type\": \"paybill\", \"lipaNumber\": \"600000\","
          + " \"accountReference\": \"ACC-001\"}";

  /**
   * Whom it asks for. What a till request says of an account is not looked at.
   *
   * @throws org.mizani.fault.ApiException 400 for the first field that breaks its rule
   */
  Recipient recipient() {
    Country country = Fields.oneOf("countryCode", countryCode, Country.codes(), Country::find);
    boolean paybill = Channel.ofMerchantType(type) == Channel.PAYBILL;
    if (paybill && country == Country.UG) {
      throw ApiFault.invalid("Uganda supports till verification only").asException();
    }
    String number = Fields.required("lipaNumber", lipaNumber);
    return paybill
        ? Paybill.of(country, number, Fields.required("accountReference", accountReference))
        : Till.of(country, number);
  }

  @Override
  public String toString() {
    return "PaymentVerificationRequest[…]";
  }
}
