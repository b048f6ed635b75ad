package org.mizani.payout;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;

/**
 * Everything personal of a payout: it is stored encrypted, as JSON, and never logged.
 *
 * @param sender null where a sweep pays: the business itself
 * @param receiverFirstName null where the partner may leave it out and did
 * @param receiverLastName likewise
 * @param merchantName the till's registered name, where either of those is left out
 * @param receiverEmail null where none was given
 * @param recipientNumber the phone, till, paybill or account number
 * @param recipientAccount the account at a paybill
 * @param bankCode the bank of a bank account
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RegisterForReflection
record Parties(
    Sender sender,
    String receiverFirstName,
    String receiverLastName,
    String merchantName,
    String receiverEmail,
    String relationship,
    String recipientNumber,
    String recipientAccount,
    String bankCode) {

  /** Who sends the money. */
  @RegisterForReflection
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

  /**
   * Who gets the money, as the partner says it.
   *
   * @param firstName null where it is left out, like the last name and the e-mail address
   * @param relationship to the sender
   */
  record Receiver(String firstName, String lastName, String relationship, String email) {

    Receiver(String firstName, String lastName, String relationship) {
      this(firstName, lastName, relationship, null);
    }

    @Override
    public String toString() {
      return "Receiver[…]";
    }
  }

  /** Those of a payout to this recipient. */
  static Parties of(Sender sender, Receiver receiver, Recipient recipient) {
    if (recipient instanceof MobileWallet wallet) {
      return of(sender, receiver, new Account(wallet.phone().e164(), null, null));
    }
    if (recipient instanceof Till till) {
      return of(sender, receiver, new Account(till.number(), null, null));
    }
    if (recipient instanceof Paybill paybill) {
      return of(sender, receiver, new Account(paybill.number(), paybill.account(), null));
    }
    BankAccount account = (BankAccount) recipient;
    return of(sender, receiver, new Account(account.accountNumber(), null, account.bankCode()));
  }

  /** Those of a sweep, which names nobody. */
  static Parties ofSweep(Recipient recipient) {
    return of(null, new Receiver(null, null, null), recipient);
  }

  private record Account(String number, String account, String bankCode) {

    @Override
    public String toString() {
      return "Account[…]";
    }
  }

  private static Parties of(Sender sender, Receiver receiver, Account account) {
    return new Parties(
        sender,
        receiver.firstName(),
        receiver.lastName(),
        null,
        receiver.email(),
        receiver.relationship(),
        account.number(),
        account.account(),
        account.bankCode());
  }

  /** Whether the partner left it to the service to find out who the receiver is. */
  boolean lackAName() {
    return receiverFirstName == null || receiverLastName == null;
  }

  /** The same with the merchant's registered name. */
  Parties ofMerchant(String name) {
    return new Parties(
        sender,
        receiverFirstName,
        receiverLastName,
        name,
        receiverEmail,
        relationship,
        recipientNumber,
        recipientAccount,
        bankCode);
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
