package org.mizani.refund;

import java.math.BigDecimal;
import java.util.Optional;
import org.mizani.collection.record.PaidCollection;
import org.mizani.corridor.Channel;
import org.mizani.corridor.PhoneNumber;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.OperatorFault;
import org.mizani.http.Fields;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.PayoutRail;

/** Order of a refund: the paid collection, its customer, and the rail that pays it back. */
record RefundOrder(PaidCollection collection, PhoneNumber customer, PayoutRail rail) {

  CurrencyUnit currency() {
    return collection.paid().currency();
  }

  /**
   * The amount to pay back.
   *
   * @param asked in major units; empty for all that is left
   * @param left what refunds have not taken yet
   * @throws ApiException 409 {@code collection is refunded}; 400 for an amount that is more than is
   *     left, or that the network does not move
   */
  Money amount(Optional<BigDecimal> asked, Money left) {
    if (left.minor() <= 0) {
      throw OperatorFault.COLLECTION_REFUNDED.asException();
    }
    Money amount = asked.map(major -> money(major, currency())).orElse(left);
    if (amount.minor() > left.minor()) {
      throw ApiFault.amountOutOfRange("must be " + left + " or less").asException();
    }
    rail.capabilities(Channel.MOBILE)
        .amounts()
        .refusalOf(amount)
        .ifPresent(
            why -> {
              throw ApiFault.amountOutOfRange(why).asException();
            });
    return amount;
  }

  /** An amount as it is asked for, in the collection's currency. */
  static Money money(BigDecimal asked, CurrencyUnit currency) {
    return Fields.amount("amount", asked, currency);
  }

  @Override
  public String toString() {
    return "RefundOrder[" + collection + "]";
  }
}
