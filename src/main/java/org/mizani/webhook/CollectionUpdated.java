package org.mizani.webhook;

import java.math.BigDecimal;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The body of a collection's webhook as the OpenAPI document shows it (specification, section 6.5).
 */
@Schema(
    requiredProperties = {
      "event",
      "collectionId",
      "businessId",
      "status",
      "amount",
      "currency",
      "mobile",
      "reference",
      "provider",
      "mnoPaymentReference",
      "occurredAt",
      "signature"
    })
record CollectionUpdated(
    @Schema(description = "The kind of event", enumeration = "business.collection.updated")
        String event,
    String collectionId,
    String businessId,
    @Schema(
            description = "What became of the collection",
            enumeration = {"collection_success", "collection_failure", "cancelled"})
        String status,
    @Schema(description = "What was asked for, in major units", examples = "250") BigDecimal amount,
    String currency,
    String mobile,
    String reference,
    String provider,
    @Schema(nullable = true) String mnoPaymentReference,
    @Schema(description = "When the status became final", examples = "2026-11-20T11:42:54.792Z")
        Instant occurredAt,
    String signature) {}
