package org.mizani.payout;

import java.util.Optional;
import java.util.UUID;
import org.mizani.corridor.Recipient;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.record.Parties;
import org.mizani.rail.PayoutInstruction.ForcedOutcome;
import org.mizani.webhook.address.CallbackUrl;

/** Order of a payout: a partner's request in which every field keeps its rule. */
public record PayoutOrder(Price price, Recipient recipient, Parties parties, Terms terms) {

  /**
   * @param senderCurrency the currency of the partner's payout wallet that pays
   * @param amount the amount that the recipient gets
   * @param quoteId of the locked quote that it is to be paid by; without one, by the rate in force
   */
  public record Price(CurrencyUnit senderCurrency, Money amount, Optional<UUID> quoteId) {}

  /**
   * Terms of a payout besides its parties and its price.
   *
   * @param businessReference the partner's own reference
   * @param callbackUrl the destination of this payout's webhook, instead of the business's default
   * @param forcedOutcome the outcome that a test partner asks for
   */
  public record Terms(
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

  /** The same order, to a merchant of this registered name. */
  PayoutOrder toMerchant(String name) {
    return new PayoutOrder(price, recipient, parties.ofMerchant(name), terms);
  }
}
