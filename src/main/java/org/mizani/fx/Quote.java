package org.mizani.fx;

import java.math.BigDecimal;
import org.mizani.fault.ApiFault;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Quote of a payout: amounts, rate and fee.
 *
 * @param receiver the amount that the recipient gets
 * @param rate units of the receiver's currency for one unit of the sender's
 * @param sender the receiver's amount at that rate, before the fee
 * @param fee the service's fee, in the sender's currency
 */
public record Quote(Money receiver, BigDecimal rate, Money sender, Money fee) {

  /**
   * Computes a quote: sender = receiver / rate and fee = sender x feeRate, both with half a minor
   * unit rounded up (1000 KES at 129 is 7.75 USD, with 2 % 7.91 USD).
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 when the sender's amount rounds to zero, or
   *     is larger than the service handles
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
      throw ApiFault.tooLarge("amount").asException();
    }
  }

  /** The debit of the sender's wallet: amount and fee. */
  public Money total() {
    return sender.plus(fee);
  }
}
