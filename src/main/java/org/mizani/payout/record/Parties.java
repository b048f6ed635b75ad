package org.mizani.payout.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;
import org.mizani.encryption.BlindIndex;
import org.mizani.encryption.EncryptedJson;
import org.mizani.encryption.FieldEncryption;
import org.mizani.rail.PaymentParties;
import org.mizani.rail.PaymentParties.Sender;

/**
 * Parties of a payout: all its personal data, stored as encrypted JSON and never logged.
 *
 * @param sender null for a sweep or refund, which the business itself sends
 * @param receiverFirstName null where the partner may omit it and did
 * @param receiverLastName null where the partner may omit it and did
 * @param merchantName the till's registered name where the partner omitted a name, else null
 * @param receiverEmail null where the partner gave none
 * @param recipientNumber the phone, till, paybill or account number
 * @param recipientAccount the account at a paybill
 * @param bankCode the bank of a bank account
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RegisterForReflection
public record Parties(
    Sender sender,
    String receiverFirstName,
    String receiverLastName,
    String merchantName,
    String receiverEmail,
    String relationship,
    String recipientNumber,
    String recipientAccount,
    String bankCode) {

  /**
   * Receiver of the money, as the partner describes it.
   *
   * @param firstName null where it is omitted, like the last name and the e-mail address
   * @param relationship to the sender
   */
  public record Receiver(String firstName, String lastName, String relationship, String email) {

    /** A receiver without an e-mail address. */
    public Receiver(String firstName, String lastName, String relationship) {
      this(firstName, lastName, relationship, null);
    }

    @Override
    public String toString() {
      return "Receiver[…]";
    }
  }

  /** Encryption of the parties, bound to their payout, and the blind index of recipients. */
  @Singleton
  public static final class Encryption extends EncryptedJson<Parties> {

    private final BlindIndex recipients;

    Encryption(FieldEncryption encryption, ObjectMapper mapper) {
      super(encryption, mapper, "payout", Parties.class);
      this.recipients = encryption.blindIndex("recipient");
    }

    /** The column {@code recipient_hash} of a payout to this recipient. */
    public int hash(Recipient recipient) {
      return recipients.of(searched(recipient));
    }

    /** The hashes that payouts to this recipient may have, by all keys. */
    public List<Integer> hashes(Recipient recipient) {
      return recipients.all(searched(recipient));
    }
  }

  /** The parties of a payout to this recipient. */
  public static Parties of(Sender sender, Receiver receiver, Recipient recipient) {
    return new Parties(
        sender,
        receiver.firstName(),
        receiver.lastName(),
        null,
        receiver.email(),
        receiver.relationship(),
        numberOf(recipient),
        recipient instanceof Paybill paybill ? paybill.account() : null,
        recipient instanceof BankAccount account ? account.bankCode() : null);
  }

  /** The parties of a payout that names neither a sender nor a receiver. */
  public static Parties of(Recipient recipient) {
    return of(null, new Receiver(null, null, null), recipient);
  }

  /** The text that a recipient is searched by: the same however its letters were written. */
  private static String searched(Recipient recipient) {
    Parties parties = of(recipient);
    return Stream.of(
            recipient.channel().code(),
            recipient.country().name(),
            parties.bankCode,
            parties.recipientNumber,
            parties.recipientAccount)
        .map(part -> part == null ? "" : part.strip().toUpperCase(Locale.ROOT))
        .collect(Collectors.joining("\n"));
  }

  private static String numberOf(Recipient recipient) {
    if (recipient instanceof MobileWallet wallet) {
      return wallet.phone().e164();
    }
    if (recipient instanceof Till till) {
      return till.number();
    }
    if (recipient instanceof Paybill paybill) {
      return paybill.number();
    }
    return ((BankAccount) recipient).accountNumber();
  }

  /** Whether the partner omitted a name, so that the registered one is to be looked up. */
  public boolean lackAName() {
    return receiverFirstName == null || receiverLastName == null;
  }

  /** Whether a request names the same: the merchant's registered name is none of its fields. */
  public boolean areRequestedAs(Parties requested) {
    return ofMerchant(null).equals(requested.ofMerchant(null));
  }

  /** The same parties with the merchant's registered name. */
  public Parties ofMerchant(String name) {
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

  /** The parties as a rail is told them. */
  public PaymentParties toldToRail(String purpose, Optional<String> sourceOfFunds) {
    return new PaymentParties(
        Optional.ofNullable(sender),
        new PaymentParties.Receiver(
            Optional.ofNullable(receiverFirstName),
            Optional.ofNullable(receiverLastName),
            Optional.ofNullable(merchantName),
            Optional.ofNullable(receiverEmail)),
        Optional.ofNullable(relationship),
        purpose,
        sourceOfFunds);
  }

  /** The recipient, given the two columns that are not personal. */
  public Recipient recipient(Country country, Channel channel) {
    return switch (channel) {
      case MOBILE -> new MobileWallet(new PhoneNumber(country, recipientNumber));
      case TILL -> new Till(country, recipientNumber);
      case PAYBILL -> new Paybill(country, recipientNumber, recipientAccount);
      case BANK -> new BankAccount(country, bankCode, recipientNumber);
    };
  }

  /** Whether these, of a payout of this country and channel, are those of a payout to it. */
  boolean areOf(Recipient wanted, Country country, Channel channel) {
    return searched(recipient(country, channel)).equals(searched(wanted));
  }

  @Override
  public String toString() {
    return "Parties[…]";
  }
}
