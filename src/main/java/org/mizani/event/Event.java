package org.mizani.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * Event of a business.
 *
 * @param id the kind and the id of the payment or batch: the same whenever the event is read
 * @param kind {@code payout}, {@code payout_release}, {@code payout_return}, {@code collection} or
 *     {@code bulk}, as of deliveries
 * @param occurredAt the database's time, to the millisecond
 * @param data the body of the event's webhook, without its signature
 */
@RegisterForReflection
record Event(String id, String kind, Instant occurredAt, Data data) {

  /** Body of a webhook, without its signature. */
  sealed interface Data {}

  /**
   * Body of {@code PayoutWebhook}.
   *
   * @param event of a release alone, else null and left out
   */
  @RegisterForReflection
  record OfPayout(
      @JsonInclude(JsonInclude.Include.NON_NULL) String event,
      String businessId,
      String businessReference,
      String serviceReference,
      String status,
      String senderCurrency,
      String receiverCurrency,
      BigDecimal senderAmount,
      BigDecimal receiverAmount,
      @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal returnedAmount)
      implements Data {

    @Override
    public String toString() {
      return "OfPayout[" + serviceReference + "]";
    }
  }

  /** Body of {@code BulkEnds}. */
  @RegisterForReflection
  record OfBulk(
      String event,
      String businessId,
      String bulkId,
      String status,
      long created,
      long refused,
      long paid,
      long failed)
      implements Data {}

  /** Body of {@code CollectionWebhook}. */
  @RegisterForReflection
  record OfCollection(
      String event,
      String collectionId,
      String businessId,
      String status,
      BigDecimal amount,
      @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal amountPaid,
      String currency,
      String mobile,
      String reference,
      String provider,
      String mnoPaymentReference,
      Instant occurredAt)
      implements Data {

    @Override
    public String toString() {
      return "OfCollection[" + collectionId + "]";
    }
  }
}
