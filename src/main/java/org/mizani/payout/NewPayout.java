package org.mizani.payout;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.access.Originator;
import org.mizani.access.PartnerLimits.PayoutLimits;
import org.mizani.corridor.Recipient;
import org.mizani.fx.Quote;
import org.mizani.money.Money;
import org.mizani.payout.PendingPayout.Notice;
import org.mizani.payout.PendingPayout.Origin;
import org.mizani.payout.PendingPayout.Payee;
import org.mizani.payout.answer.PayoutAnswer;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.PayoutInstruction.ForcedOutcome;
import org.mizani.repeat.RequestKey;
import org.mizani.screening.ScreeningState;
import org.mizani.webhook.WebhookDestination;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.work.BatchColumns;

/**
 * Payout to create.
 *
 * @param serviceReference the reference that it will have
 * @param caller the business that orders it
 * @param walletId the wallet that pays; null if it is not open yet
 * @param rail the name of the rail that will pay
 * @param atMostOnce whether that rail would pay it again if it were submitted again
 * @param limits the limits of its business, of which it uses up a part
 * @param recipientHash the column {@code recipient_hash}
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
    int recipientHash,
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
        Optional.of(
            new Origin(caller.businessId(), caller.publicId(), terms().businessReference())),
        terms().forcedOutcome(),
        Duration.ZERO,
        Optional.empty(),
        List.of(),
        0,
        1,
        0,
        atMostOnce,
        caller.publicId(),
        ScreeningState.NONE);
  }

  private Payee payee() {
    return new Payee(
        recipient(),
        order.parties().toldToRail(terms().purposeOfTransfer(), terms().sourceOfFunds()),
        terms().businessReference());
  }

  /** Columns of a batch of them. */
  static BatchColumns<NewPayout> columns() {
    return new BatchColumns<NewPayout>()
        .uuid("id", NewPayout::serviceReference)
        .bigint("wallet_id", NewPayout::walletId)
        .bigint("business_id", p -> p.caller().businessId())
        .bigint("api_key_id", p -> p.caller().apiKeyId())
        .text("business_reference", p -> p.terms().businessReference())
        .text("channel", p -> p.recipient().channel().code())
        .text("country", p -> p.recipient().country().name())
        .text("rail", NewPayout::rail)
        .bpchar("sender_currency", p -> p.quote().sender().currency().name())
        .bigint("sender_minor", p -> p.quote().sender().minor())
        .bigint("fee_minor", p -> p.quote().fee().minor())
        .text("receiver_currency", p -> p.quote().receiver().currency().name())
        .bigint("receiver_minor", p -> p.quote().receiver().minor())
        .numeric("fx_rate", p -> p.quote().rate())
        .text("purpose_of_transfer", p -> p.terms().purposeOfTransfer())
        .text("source_of_funds", p -> p.terms().sourceOfFunds().orElse(null))
        .integer("recipient_hash", NewPayout::recipientHash)
        .bytea("parties_encrypted", NewPayout::encryptedParties)
        .text("callback_url", p -> p.terms().callbackUrl().map(CallbackUrl::toString).orElse(null))
        .text("forced_status", p -> p.terms().forcedOutcome().map(NewPayout::code).orElse(null))
        .integer("polls", p -> p.handedOff() ? 1 : 0)
        .bool("at_most_once", NewPayout::atMostOnce)
        .integer("most_an_hour", p -> p.limits().anHour().orElse(null))
        .bigint("most_a_day_minor", p -> p.limits().aDay().map(Money::minor).orElse(null));
  }

  private static String code(ForcedOutcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
