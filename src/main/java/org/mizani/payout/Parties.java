package org.mizani.payout;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;

/**
 * Everything personal of a payout: it is stored sealed, as JSON, and never logged.
 *
 * @param recipientNumber the phone, till, paybill or account number
 * @param recipientAccount the account at a paybill
 * @param bankCode the bank of a bank account
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Parties(
    Sender sender,
    String receiverFirstName,
    String receiverLastName,
    String relationship,
    String recipientNumber,
    String recipientAccount,
    String bankCode) {

  /** Who sends the money. */
  record Sender(
      String firstName,
      String lastName,
      String dateOfBirth,
      String idType,
      String idNumber,
      String nationality,
      String telephone) {

    @Override
    public String toString() {
      return "Sender[…]";
    }
  }

  /** Those of a payout to a phone. */
  static Parties ofMobile(
      Sender sender, String firstName, String lastName, String relationship, PhoneNumber phone) {
    return new Parties(sender, firstName, lastName, relationship, phone.e164(), null, null);
  }

  /** The recipient, given the columns that are not personal. */
  Recipient recipient(Country country, Channel channel) {
    return switch (channel) {
      case MOBILE -> new MobileWallet(new PhoneNumber(country, recipientNumber));
      case TILL -> new Till(country, recipientNumber);
      case PAYBILL -> new Paybill(country, recipientNumber, recipientAccount);
      case BANK -> new BankAccount(country, bankCode, recipientNumber);
    };
  }

  @Override
  public String toString() {
    return "Parties[…]";
  }
}
