package org.mizani.payout;

import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.access.PartnerLimits.PayoutLimits;
import org.mizani.corridor.Recipient;
import org.mizani.fx.Quote;
import org.mizani.payout.answer.PayoutAnswer;
import org.mizani.payout.record.PayoutStatus;

/**
 * Payout to create.
 *
 * @param serviceReference the reference that it will have
 * @param caller the business that orders it
 * @param walletId the wallet that pays; null if it is not open yet
 * @param rail the name of the rail that will pay
 * @param atMostOnce whether that rail would pay it again if it were submitted again
 * @param limits the limits of its business, of which it uses up a part
 * @param encryptedParties the column {@code parties_encrypted}
 * @param handedOff whether this pod's settler takes it on at once, under a lease
 */
record NewPayout(
    UUID serviceReference,
    Caller caller,
    Long walletId,
    PayoutOrder order,
    Quote quote,
    String rail,
    boolean atMostOnce,
    PayoutLimits limits,
    byte[] encryptedParties,
    boolean handedOff) {

  PayoutOrder.Terms terms() {
    return order.terms();
  }

  Recipient recipient() {
    return order.recipient();
  }

  /** What the partner is answered once it is recorded. */
  PayoutAnswer answer() {
    return new PayoutAnswer(
        serviceReference.toString(),
        terms().businessReference(),
        PayoutStatus.PENDING.wireName(),
        quote.sender().major(),
        quote.sender().currency().name(),
        quote.receiver().major(),
        quote.receiver().currency().name(),
        quote.total().major(),
        null,
        null,
        null,
        null);
  }
}
