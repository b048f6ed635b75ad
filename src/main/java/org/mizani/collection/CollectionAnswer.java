package org.mizani.collection;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * A collection as the interface shows it (specification, section 2.8); major units, times in UTC to
 * the millisecond.
 */
public record CollectionAnswer(
    String id,
    String status,
    @JsonInclude(JsonInclude.Include.NON_NULL) String statusMessage,
    BigDecimal amount,
    String currency,
    String mobile,
    String reference,
    String narration,
    String provider,
    String mnoPaymentReference,
    String businessId,
    Instant createdAt,
    Instant updatedAt) {

  static CollectionAnswer of(Collections.Created created) {
    NewCollection collection = created.collection();
    CollectionOrder order = collection.order();
    Instant at = created.createdAt().truncatedTo(ChronoUnit.MILLIS);
    return new CollectionAnswer(
        collection.id().toString(),
        CollectionStatus.PENDING.wireName(),
        null,
        order.amount().major(),
        order.amount().currency().name(),
        order.customer().e164(),
        order.reference().orElse(""),
        order.narration().orElse(""),
        collection.provider(),
        null,
        collection.caller().publicId().toString(),
        at,
        at);
  }

  static CollectionAnswer of(Collection collection, Customer customer, UUID businessId) {
    return new CollectionAnswer(
        collection.id().toString(),
        collection.status().wireName(),
        collection.statusMessage(),
        collection.amount().major(),
        collection.amount().currency().name(),
        customer.mobile(),
        collection.reference() == null ? "" : collection.reference(),
        customer.shownNarration().orElse(""),
        collection.provider(),
        collection.mnoPaymentReference(),
        businessId.toString(),
        collection.createdAt().truncatedTo(ChronoUnit.MILLIS),
        collection.updatedAt().truncatedTo(ChronoUnit.MILLIS));
  }

  @Override
  public String toString() {
    return "CollectionAnswer[" + id + "]";
  }
}
