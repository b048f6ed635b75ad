package org.mizani.fx.quote;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * Locked quote as its partner sees it: amounts in major units, as in the answer to its payout.
 *
 * @param rate units of the receiver's currency for one unit of the sender's
 * @param expiresAt in UTC, to the millisecond
 */
public record QuoteAnswer(
    String quoteId,
    BigDecimal rate,
    BigDecimal senderAmount,
    String senderCurrency,
    BigDecimal receiverAmount,
    String receiverCurrency,
    BigDecimal fee,
    BigDecimal totalDebited,
    Instant expiresAt) {

  static QuoteAnswer of(LockedQuote locked) {
    return new QuoteAnswer(
        locked.id().toString(),
        locked.quote().rate(),
        locked.quote().sender().major(),
        locked.quote().sender().currency().name(),
        locked.quote().receiver().major(),
        locked.quote().receiver().currency().name(),
        locked.quote().fee().major(),
        locked.quote().total().major(),
        locked.expiresAt());
  }
}
