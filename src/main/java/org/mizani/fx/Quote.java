package org.mizani.fx;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.mizani.business.FeeTerms;
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
   * Computes a quote: sender = receiver / rate and fee = sender x the fee's rate, both with half a
   * minor unit rounded up (1000 KES at 129 is 7.75 USD, with 2 % 7.91 USD), and the least fee where
   * that is greater.
   *
   * @param mostMoved the part of the exact conversion, in per cent, by which rounding may move it
   * @throws org.mizani.fault.ApiFault.ApiException 400 when the sender's amount rounds to zero, is
   *     moved too far by rounding ({@code amount must be at least 13 KES}), or is larger than the
   *     service handles
   */
  public static Quote of(
      Money receiver,
      CurrencyUnit senderCurrency,
      BigDecimal rate,
      FeeTerms terms,
      BigDecimal mostMoved) {
    try {
      Money sender = receiver.dividedHalfUp(rate, senderCurrency);
      if (sender.minor() == 0) {
        throw ApiFault.AMOUNT_TOO_SMALL.asException();
      }
      Quote quote = new Quote(receiver, rate, sender, terms.on(sender));
      quote.requireMovedAtMost(mostMoved);
      quote.total();
      return quote;
    } catch (ArithmeticException e) {
      throw ApiFault.tooLarge("amount").asException();
    }
  }

  /**
   * In the receiver's currency and without a division: sender x rate beside the receiver's amount.
   */
  private void requireMovedAtMost(BigDecimal percent) {
    BigDecimal exact = receiver.major();
    BigDecimal moved = sender.major().multiply(rate).subtract(exact).abs();
    if (moved.movePointRight(2).compareTo(exact.multiply(percent)) > 0) {
      throw ApiFault.amountOutOfRange("must be at least " + leastAmount(percent)).asException();
    }
  }

  /**
   * The amount, in whole units, from which on half a minor unit of the sender's is no more than
   * that part of it.
   */
  private String leastAmount(BigDecimal percent) {
    BigDecimal half = new BigDecimal("0.5").movePointLeft(sender.currency().minorDigits());
    BigDecimal least =
        half.multiply(rate).movePointRight(2).divide(percent, 0, RoundingMode.CEILING);
    return least.toPlainString() + " " + receiver.currency();
  }

  /** The debit of the sender's wallet: amount and fee. */
  public Money total() {
    return sender.plus(fee);
  }
}
