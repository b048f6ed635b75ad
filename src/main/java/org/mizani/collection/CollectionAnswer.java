package org.mizani.collection;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A collection as the interface shows it (specification, section 2.8); major units, times in UTC to
 * the millisecond.
 */
@Schema(
    name = "Collection",
    requiredProperties = {
      "id",
      "status",
      "amount",
      "currency",
      "mobile",
      "reference",
      "narration",
      "provider",
      "mnoPaymentReference",
      "businessId",
      "createdAt",
      "updatedAt"
    })
public record CollectionAnswer(
    @Schema(
            description = "The collection's id, to read it by",
            format = "uuid",
            examples = "01a1f8c4-7a10-7c35-b6d2-2f1f0c9a4e11")
        String id,
    @Schema(
            description = "All but collection_pending are final",
            enumeration = {
              "collection_pending",
              "collection_success",
              "collection_failure",
              "cancelled"
            })
        String status,
    @Schema(description = "The outcome in words; on reads and lists only")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        String statusMessage,
    @Schema(description = "In major units", examples = "150") BigDecimal amount,
    @Schema(description = "ISO 4217 code", examples = "KES") String currency,
    @Schema(description = "The customer's phone, E.164", examples = "+254712345678") String mobile,
    @Schema(description = "Yours; empty if you gave none", examples = "order-2001")
        String reference,
    @Schema(description = "What the customer reads; empty if you gave none") String narration,
    @Schema(
            description =
                "The customer's network by the number's prefix, or as the network itself says"
                    + " afterwards; empty while it is not known",
            examples = "Safaricom")
        String provider,
    @Schema(
            description = "The network's reference of the payment; null until it is paid",
            nullable = true)
        String mnoPaymentReference,
    @Schema(description = "Your business", format = "uuid") String businessId,
    @Schema(description = "When it was created") Instant createdAt,
    @Schema(description = "When it was last changed") Instant updatedAt) {

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
