package org.mizani.screening;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.math.BigDecimal;
import java.util.UUID;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;
import org.mizani.money.Money;
import org.mizani.rail.PaymentParties;
import org.mizani.rail.PaymentParties.Sender;
import org.mizani.rail.PayoutInstruction;

/**
 * Payout as the screening service is told of it. Missing fields are null and left out. Amounts in
 * major units.
 *
 * @param businessReference the partner's reference; empty for a payout that no partner requested
 * @param refundOf the collection that is refunded, if it is a refund
 * @param sender the person that sends, if the partner named one
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record ScreenedPayout(
    String serviceReference,
    String businessId,
    String businessReference,
    String refundOf,
    BigDecimal senderAmount,
    String senderCurrency,
    BigDecimal receiverAmount,
    String receiverCurrency,
    String purpose,
    String sourceOfFunds,
    Sender sender,
    Receiver receiver) {

  /**
   * Receiver of the money.
   *
   * @param number of the phone, till, paybill or bank account
   * @param account at a paybill
   */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record Receiver(
      String country,
      String channel,
      String number,
      String account,
      String bankCode,
      String firstName,
      String lastName,
      String registeredName,
      String relationship) {

    private static Receiver of(Recipient recipient, PaymentParties parties) {
      return new Receiver(
          recipient.country().name(),
          recipient.channel().code(),
          number(recipient),
          recipient instanceof Paybill paybill ? paybill.account() : null,
          recipient instanceof BankAccount bank ? bank.bankCode() : null,
          parties.receiver().firstName().orElse(null),
          parties.receiver().lastName().orElse(null),
          parties.receiver().registeredName().orElse(null),
          parties.relationship().orElse(null));
    }

    private static String number(Recipient recipient) {
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

    @Override
    public String toString() {
      return "Receiver[…]";
    }
  }

  static ScreenedPayout of(UUID business, Money sender, PayoutInstruction payout) {
    return new ScreenedPayout(
        payout.serviceReference().toString(),
        business.toString(),
        payout.narration(),
        payout.refundOf().map(UUID::toString).orElse(null),
        sender.major(),
        sender.currency().name(),
        payout.amount().major(),
        payout.amount().currency().name(),
        payout.parties().purpose(),
        payout.parties().sourceOfFunds().orElse(null),
        payout.parties().sender().orElse(null),
        Receiver.of(payout.recipient(), payout.parties()));
  }

  @Override
  public String toString() {
    return "ScreenedPayout[" + serviceReference + "]";
  }
}
