package org.mizani.rail.daraja;

import java.util.Optional;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.PayoutInstruction;

/** Requests for the core's instructions. */
public final class DarajaRequests {

  private static final String SHORT_CODE = "4";
  private static final String TILL = "2";

  /**
   * Our side of a request with a later result.
   *
   * @param credential the initiator's encrypted password
   * @param resultUrl address for the result
   * @param timeOutUrl address for the notice that the request was not carried out in time
   */
  public record Initiator(
      String shortCode, String name, String credential, String resultUrl, String timeOutUrl) {

    /** Without the credential and the addresses, which are secret. */
    @Override
    public String toString() {
      return "Initiator[" + shortCode + ", " + name + "]";
    }
  }

  /**
   * Our side of a prompt.
   *
   * @param shortCode that the passkey belongs to
   * @param receiver of the money: the paybill, or the till
   * @param transactionType {@code CustomerPayBillOnline} or {@code CustomerBuyGoodsOnline}
   */
  public record Cashier(
      String shortCode, String receiver, String transactionType, String callbackUrl) {

    /** Without the address, which is secret. */
    @Override
    public String toString() {
      return "Cashier[" + shortCode + ", " + receiver + "]";
    }
  }

  private record Receiver(String command, String identifierType, String number, String account) {}

  private DarajaRequests() {}

  /**
   * The payment of a payout to a customer, under the service's reference.
   *
   * @param command {@code BusinessPayment}, {@code SalaryPayment} or {@code PromotionPayment}
   * @throws IllegalArgumentException if M-PESA cannot move the amount
   */
  public static DarajaRequest.B2c payment(
      Initiator us, String command, PayoutInstruction payout, MobileWallet customer) {
    return new DarajaRequest.B2c(
        payout.serviceReference().toString(),
        us.name(),
        us.credential(),
        command,
        WholeShillings.of(payout.amount()),
        us.shortCode(),
        digits(customer.phone()),
        DarajaText.remarks(payout.narration()),
        us.timeOutUrl(),
        us.resultUrl(),
        DarajaText.occasion(payout.narration()));
  }

  /**
   * The payment of a payout to a till. Its remarks are the service's reference, by which it can be
   * found on a statement.
   *
   * @param identifierType of tills: {@code 2} in practice, {@code 4} in parts of the documentation
   * @throws IllegalArgumentException if M-PESA cannot move the amount
   */
  public static DarajaRequest.B2b payment(
      Initiator us, PayoutInstruction payout, Till till, String identifierType) {
    return payment(
        us, payout, new Receiver("BusinessBuyGoods", identifierType, till.number(), null));
  }

  /**
   * The payment of a payout to an account at a paybill, with remarks as for a till; empty if Daraja
   * does not take the account as it is.
   *
   * @throws IllegalArgumentException if M-PESA cannot move the amount
   */
  public static Optional<DarajaRequest.B2b> payment(
      Initiator us, PayoutInstruction payout, Paybill paybill) {
    return DarajaText.account(paybill.account())
        .map(account -> new Receiver("BusinessPayBill", SHORT_CODE, paybill.number(), account))
        .map(receiver -> payment(us, payout, receiver));
  }

  private static DarajaRequest.B2b payment(
      Initiator us, PayoutInstruction payout, Receiver receiver) {
    return new DarajaRequest.B2b(
        us.name(),
        us.credential(),
        receiver.command(),
        SHORT_CODE,
        receiver.identifierType(),
        WholeShillings.of(payout.amount()),
        us.shortCode(),
        receiver.number(),
        receiver.account(),
        payout.serviceReference().toString(),
        us.timeOutUrl(),
        us.resultUrl());
  }

  /** The query about the payment with this {@code OriginatorConversationID}. */
  public static DarajaRequest.TransactionStatus statusOfConversation(Initiator us, String id) {
    return status(us, null, id);
  }

  /** The query about the payment with this receipt. */
  public static DarajaRequest.TransactionStatus statusOfReceipt(Initiator us, String receipt) {
    return status(us, receipt, null);
  }

  private static DarajaRequest.TransactionStatus status(
      Initiator us, String receipt, String conversation) {
    return new DarajaRequest.TransactionStatus(
        us.name(),
        us.credential(),
        "TransactionStatusQuery",
        receipt,
        conversation,
        us.shortCode(),
        SHORT_CODE,
        us.resultUrl(),
        us.timeOutUrl(),
        "Status",
        "Status");
  }

  /** The query of our balances. */
  public static DarajaRequest.AccountBalance balances(Initiator us) {
    return new DarajaRequest.AccountBalance(
        us.name(),
        us.credential(),
        "AccountBalance",
        us.shortCode(),
        SHORT_CODE,
        "Balance",
        us.timeOutUrl(),
        us.resultUrl());
  }

  /**
   * The prompt of a collection.
   *
   * @param reference that the customer is shown
   * @throws IllegalArgumentException if M-PESA cannot move the amount
   */
  public static DarajaRequest.StkPush prompt(
      Cashier us, StkPassword password, CollectionInstruction collection, String reference) {
    String phone = digits(collection.customer());
    return new DarajaRequest.StkPush(
        us.shortCode(),
        password.value(),
        password.timestamp(),
        us.transactionType(),
        WholeShillings.of(collection.amount()),
        phone,
        us.receiver(),
        phone,
        us.callbackUrl(),
        DarajaText.promptReference(reference),
        DarajaText.promptDescription(collection.narration().orElse(reference)));
  }

  /** The query about a prompt. */
  public static DarajaRequest.StkQuery prompted(
      String shortCode, StkPassword password, String checkoutRequestId) {
    return new DarajaRequest.StkQuery(
        shortCode, password.value(), password.timestamp(), checkoutRequestId);
  }

  /** The look-up of a till's name. */
  public static DarajaRequest.Merchant nameOf(Till till) {
    return new DarajaRequest.Merchant(TILL, till.number());
  }

  /** The look-up of a paybill's name. */
  public static DarajaRequest.Merchant nameOf(Paybill paybill) {
    return new DarajaRequest.Merchant(SHORT_CODE, paybill.number());
  }

  private static String digits(PhoneNumber phone) {
    return phone.e164().substring(1);
  }
}
