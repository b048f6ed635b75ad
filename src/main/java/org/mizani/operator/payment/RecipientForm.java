package org.mizani.operator.payment;

import java.util.Locale;
import java.util.Optional;
import org.mizani.corridor.BankDirectory;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;
import org.mizani.fault.ApiFault;
import org.mizani.http.ClosedSet;
import org.mizani.http.Fields;

/**
 * Recipient to search for, in the fields of a revealed one.
 *
 * @param country of a phone it may be left out
 * @param account at a paybill
 * @param bankCode of a bank account
 */
public record RecipientForm(
    String channel, String country, String number, String account, String bankCode) {

  private static final ClosedSet CHANNELS = ClosedSet.of("mobile", "till", "paybill", "bank");

  /**
   * The recipient of a request.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for the first field that breaks its rule
   */
  static Recipient parsed(RecipientForm form, BankDirectory banks) {
    Fields.requireBody(form);
    String channel = CHANNELS.required("channel", form.channel);
    String number = Fields.required("number", form.number);
    return form.recipient(Channel.valueOf(channel.toUpperCase(Locale.ROOT)), number, banks);
  }

  private Recipient recipient(Channel of, String text, BankDirectory banks) {
    refuseUnless(of == Channel.PAYBILL, "account", account, "goes with paybill only");
    refuseUnless(of == Channel.BANK, "bankCode", bankCode, "goes with bank only");
    return switch (of) {
      case MOBILE -> new MobileWallet(phone(text));
      case TILL -> Till.of(requiredCountry(), text);
      case PAYBILL -> Paybill.of(requiredCountry(), text, Fields.required("account", account));
      case BANK -> new BankAccount(requiredCountry(), bank(banks), text);
    };
  }

  private Country requiredCountry() {
    return Fields.oneOf("country", country, Country.codes(), Country::find);
  }

  private PhoneNumber phone(String text) {
    Optional<PhoneNumber> phone =
        Fields.isBlank(country)
            ? PhoneNumber.parseE164(PhoneNumber.withPlus(text))
            : PhoneNumber.parse(requiredCountry(), text);
    return phone.orElseThrow(
        ApiFault.invalid("number", "must be a valid phone number with country code")::asException);
  }

  private String bank(BankDirectory banks) {
    String code = Fields.required("bankCode", bankCode);
    if (banks.find(requiredCountry(), code).isEmpty()) {
      throw ApiFault.invalid("bankCode", "is not a supported bank").asException();
    }
    return code;
  }

  private static void refuseUnless(boolean fits, String field, String value, String rule) {
    if (!fits && Fields.optional(field, value).isPresent()) {
      throw ApiFault.invalid(field, rule).asException();
    }
  }

  @Override
  public String toString() {
    return "RecipientForm[…]";
  }
}
