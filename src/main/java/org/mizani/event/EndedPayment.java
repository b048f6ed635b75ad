package org.mizani.event;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.collection.record.Customer;
import org.mizani.database.ShownTime;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.record.PayoutStatus;

/**
 * Row of {@link EventPages}: an end, a return or a release by its number, with the payout, the
 * collection or the batch.
 *
 * @param readAt the time of the read, which the last row has alone
 * @param number null in the last row, like all that follows
 * @param kind of the transfer; {@code cleared} for a payout that was released after a review,
 *     {@code unpaid} for a collection that ended without one, {@code bulk} for a batch, which has
 *     its status and its counts
 * @param refundMinor the part of a returned payout's fee that came back with it
 */
@RegisterForReflection
record EndedPayment(
    Instant readAt,
    Long walletId,
    Long number,
    String kind,
    Instant endedAt,
    UUID subjectId,
    String businessReference,
    Long senderMinor,
    CurrencyUnit senderCurrency,
    Long receiverMinor,
    CurrencyUnit receiverCurrency,
    Long refundMinor,
    CollectionStatus status,
    Long amountMinor,
    Long paidMinor,
    CurrencyUnit currency,
    String reference,
    String provider,
    String mnoPaymentReference,
    byte[] customerEncrypted,
    String bulkStatus,
    Long created,
    Long refused,
    Long paid,
    Long failed) {

  private static final String RELEASE = "payout_release";
  private static final String PAYOUT_RELEASED = "business.payout.released";
  private static final String BULK_ENDED = "business.bulk.ended";
  private static final String COLLECTION_UPDATED = "business.collection.updated";

  /**
   * The event, if there is one: sweeps and refunds have none, as they were not requested, nor has a
   * payment that comes after a collection had ended.
   */
  Optional<Event> event(UUID business, Customer.Encryption customers) {
    return switch (kind) {
      case "capture" -> ofPayout("payout", business, PayoutStatus.SUCCESS, null);
      case "release" -> ofPayout("payout", business, PayoutStatus.FAILURE, null);
      case "cleared" -> ofPayout(RELEASE, business, PayoutStatus.PENDING, null);
      case "return" ->
          ofPayout(
              "payout_return",
              business,
              PayoutStatus.FAILURE,
              new Money(senderCurrency, Math.addExact(senderMinor, refundMinor)));
      case "bulk" -> Optional.of(ofBulk(business));
      case "unpaid" -> Optional.of(ofCollection(business, customers));
      default ->
          status == CollectionStatus.SUCCESS
              ? Optional.of(ofCollection(business, customers))
              : Optional.empty();
    };
  }

  private Optional<Event> ofPayout(String name, UUID business, PayoutStatus told, Money returned) {
    if (businessReference == null) {
      return Optional.empty();
    }
    Event.Data data =
        new Event.OfPayout(
            name.equals(RELEASE) ? PAYOUT_RELEASED : null,
            business.toString(),
            businessReference,
            subjectId.toString(),
            told.wireName(),
            senderCurrency.name(),
            receiverCurrency.name(),
            new Money(senderCurrency, senderMinor).major(),
            new Money(receiverCurrency, receiverMinor).major(),
            returned == null ? null : returned.major());
    return Optional.of(named(name, data));
  }

  /** What a payment brought that came after the end was not known then. */
  private Event ofCollection(UUID business, Customer.Encryption customers) {
    boolean paid = status == CollectionStatus.SUCCESS;
    return named(
        "collection",
        new Event.OfCollection(
            COLLECTION_UPDATED,
            subjectId.toString(),
            business.toString(),
            status.wireName(),
            new Money(currency, amountMinor).major(),
            paid && paidMinor != null ? new Money(currency, paidMinor).major() : null,
            currency.name(),
            customers.readable(subjectId, customerEncrypted).mobile(),
            reference,
            provider,
            paid ? mnoPaymentReference : null,
            ShownTime.of(endedAt)));
  }

  private Event ofBulk(UUID business) {
    return named(
        "bulk",
        new Event.OfBulk(
            BULK_ENDED,
            business.toString(),
            subjectId.toString(),
            bulkStatus,
            created,
            refused,
            paid,
            failed));
  }

  private Event named(String name, Event.Data data) {
    return new Event(name + ":" + subjectId, name, ShownTime.of(endedAt), data);
  }

  @Override
  public String toString() {
    return "EndedPayment[" + kind + " of " + subjectId + "]";
  }
}
