package org.mizani.collection;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.mizani.collection.CollectionCreation.NewCollection;
import org.mizani.database.ShownTime;

/**
 * Collection as its partner sees it (specification, section 2.8): amounts in major units, times in
 * UTC to the millisecond.
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

  /**
   * The answer of a creation.
   *
   * @param createdAt by the database's clock
   */
  static CollectionAnswer of(NewCollection created, Instant createdAt) {
    CollectionOrder order = created.order();
    Instant at = createdAt.truncatedTo(ChronoUnit.MILLIS);
    return new CollectionAnswer(
        created.id().toString(),
        CollectionStatus.PENDING.wireName(),
        null,
        order.amount().major(),
        order.amount().currency().name(),
        order.customer().e164(),
        order.reference().orElse(""),
        order.narration().orElse(""),
        created.provider(),
        null,
        created.caller().publicId().toString(),
        at,
        at);
  }

  static CollectionAnswer of(Collection.Summary read, Customer customer, UUID businessId) {
    return new CollectionAnswer(
        read.id().toString(),
        read.status().wireName(),
        read.statusMessage(),
        read.amount().major(),
        read.amount().currency().name(),
        customer.mobile(),
        Optional.ofNullable(read.reference()).orElse(""),
        customer.shownNarration().orElse(""),
        read.provider(),
        read.mnoPaymentReference(),
        businessId.toString(),
        ShownTime.of(read.createdAt()),
        ShownTime.of(read.updatedAt()));
  }

  @Override
  public String toString() {
    return "CollectionAnswer[" + id + "]";
  }
}
