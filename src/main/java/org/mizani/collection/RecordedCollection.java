package org.mizani.collection;

import java.math.BigDecimal;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A collection as operators see it: what its partner sees, and how it fares. Amounts in major
 * units, times in UTC to the millisecond.
 */
@Schema(
    requiredProperties = {
      "id",
      "businessId",
      "status",
      "statusMessage",
      "amount",
      "currency",
      "mobile",
      "reference",
      "narration",
      "provider",
      "mnoPaymentReference",
      "rail",
      "looks",
      "nextLookAt",
      "expiresAt",
      "creditedAt",
      "flagged",
      "createdAt",
      "updatedAt"
    })
public record RecordedCollection(
    String id,
    @Schema(description = "Whose collection it is", format = "uuid") String businessId,
    @Schema(
            description = "All but collection_pending are final",
            enumeration = {
              "collection_pending",
              "collection_success",
              "collection_failure",
              "cancelled"
            })
        String status,
    @Schema(description = "The outcome in words") String statusMessage,
    @Schema(description = "In major units", examples = "150") BigDecimal amount,
    @Schema(description = "ISO 4217 code", examples = "KES") String currency,
    @Schema(description = "The last digits of the customer's phone", examples = "***678")
        String mobile,
    @Schema(description = "The business's; empty if it gave none") String reference,
    @Schema(description = "What the customer reads; empty if nothing") String narration,
    @Schema(description = "The customer's network; empty while it is not known") String provider,
    @Schema(description = "The network's reference of the payment", nullable = true)
        String mnoPaymentReference,
    @Schema(description = "The network that prompts", examples = "sandbox") String rail,
    @Schema(description = "How often the network was instructed or asked", examples = "1")
        int looks,
    @Schema(
            description = "When it is asked again; null where nothing can come any more",
            nullable = true)
        Instant nextLookAt,
    @Schema(description = "When it is cancelled if nobody answers") Instant expiresAt,
    @Schema(description = "When the wallet was credited, if it was", nullable = true)
        Instant creditedAt,
    @Schema(description = "Whether somebody has to look into it, such as a late payment")
        boolean flagged,
    Instant createdAt,
    Instant updatedAt) {

  @Override
  public String toString() {
    return "RecordedCollection[" + id + "]";
  }
}
