package org.mizani.payout;

import java.util.Optional;
import org.mizani.corridor.Recipient;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.PayoutInstruction.ForcedOutcome;
import org.mizani.webhook.address.CallbackUrl;

/**
 * A payout as a partner orders it: a request whose every field keeps its rule.
 *
 * @param businessReference the partner's own reference
 * @param senderCurrency which of the partner's payout wallets pays
 * @param amount what the recipient gets
 * @param callbackUrl where this payout's webhook goes instead of the business's default
 * @param forcedOutcome the outcome that a test partner asks for
 */
record PayoutOrder(
    String businessReference,
    CurrencyUnit senderCurrency,
    Money amount,
    Recipient recipient,
    Parties parties,
    String purposeOfTransfer,
    Optional<String> sourceOfFunds,
    Optional<CallbackUrl> callbackUrl,
    Optional<ForcedOutcome> forcedOutcome) {

  /** What the recipient gets, and from the wallet of which currency. */
  record Price(CurrencyUnit senderCurrency, Money amount) {}

  /** What a partner says of a payout besides who pays whom how much. */
  record Terms(
      String businessReference,
      String purposeOfTransfer,
      Optional<String> sourceOfFunds,
      Optional<CallbackUrl> callbackUrl,
      Optional<ForcedOutcome> forcedOutcome) {

    @Override
    public String toString() {
      return "Terms[…]";
    }
  }

  @Override
  public String toString() {
    return "PayoutOrder[…]";
  }

  /** The order of these parts. */
  static PayoutOrder of(Price price, Recipient recipient, Parties parties, Terms terms) {
    return new PayoutOrder(
        terms.businessReference(),
        price.senderCurrency(),
        price.amount(),
        recipient,
        parties,
        terms.purposeOfTransfer(),
        terms.sourceOfFunds(),
        terms.callbackUrl(),
        terms.forcedOutcome());
  }

  /** The same order, to a merchant of this registered name. */
  PayoutOrder toMerchant(String name) {
    return new PayoutOrder(
        businessReference,
        senderCurrency,
        amount,
        recipient,
        parties.ofMerchant(name),
        purposeOfTransfer,
        sourceOfFunds,
        callbackUrl,
        forcedOutcome);
  }
}
