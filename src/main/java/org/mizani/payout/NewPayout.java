package org.mizani.payout;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.access.Originator;
import org.mizani.access.PartnerLimits.PayoutLimits;
import org.mizani.corridor.Recipient;
import org.mizani.fx.Quote;
import org.mizani.payout.PendingPayout.Notice;
import org.mizani.payout.PendingPayout.Payee;
import org.mizani.payout.answer.PayoutAnswer;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.repeat.RequestKey;
import org.mizani.webhook.WebhookDestination;
import org.mizani.webhook.address.CallbackUrl;

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
 * @param key of its request, if that has one
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
    boolean handedOff,
    Optional<RequestKey> key) {

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

  /** What the settler takes on once it is recorded. */
  PendingPayout pending() {
    Optional<String> own = terms().callbackUrl().map(CallbackUrl::toString);
    return new PendingPayout(
        serviceReference,
        walletId,
        quote.sender(),
        quote.receiver(),
        Optional.of(payee()),
        rail,
        Optional.empty(),
        WebhookDestination.of(own, caller.callbackUrl())
            .map(url -> new Notice(Originator.of(caller), terms().businessReference(), url)),
        terms().forcedOutcome(),
        Duration.ZERO,
        Optional.empty(),
        List.of(),
        0,
        1,
        0,
        atMostOnce);
  }

  private Payee payee() {
    return new Payee(
        recipient(),
        order.parties().toldToRail(terms().purposeOfTransfer(), terms().sourceOfFunds()),
        terms().businessReference());
  }
}
