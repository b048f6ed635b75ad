package org.mizani.fx;

import java.math.BigDecimal;
import org.mizani.fault.ApiFault;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * What a payout costs its sender.
 *
 * @param receiver what the recipient gets
 * @param rate one unit of the sender's currency in the receiver's
 * @param sender the receiver's amount at that rate, before the fee
 * @param fee the service's fee, in the sender's currency
 */
public record Quote(Money receiver, BigDecimal rate, Money sender, Money fee) {

  /**
   * Computes a quote: sender = receiver / rate and fee = sender x feeRate, both with half a minor
   * unit rounded up (decisions, "Payouts"; 1000 KES at 129 is 7.75 USD, with 2 % 7.91 USD).
   *
   * @throws org.mizani.fault.ApiException 400 when the sender's amount rounds to nothing, or is
   *     beyond what the service handles
   */
  public static Quote of(
      Money receiver, CurrencyUnit senderCurrency, BigDecimal rate, BigDecimal feeRate) {
    try {
      Money sender = receiver.dividedHalfUp(rate, senderCurrency);
      if (sender.minor() == 0) {
        throw ApiFault.AMOUNT_TOO_SMALL.asException();
      }
      Quote quote = new Quote(receiver, rate, sender, sender.timesHalfUp(feeRate));
      quote.total();
      return quote;
    } catch (ArithmeticException e) {
      throw ApiFault.invalid("amount is too large").asException();
    }
  }

  /** What the sender's wallet is debited: the amount and the fee. */
  public Money total() {
    return sender.plus(fee);
  }
}
