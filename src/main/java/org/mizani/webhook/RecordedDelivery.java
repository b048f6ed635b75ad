package org.mizani.webhook;

import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A delivery as operators see it. Neither its body nor its URL is shown: the one holds personal
 * data, the other may hold a token of the partner's.
 */
@Schema(
    requiredProperties = {
      "id",
      "businessId",
      "kind",
      "subjectId",
      "host",
      "status",
      "attemptsMade",
      "replays",
      "nextAttemptAt",
      "createdAt",
      "updatedAt"
    })
public record RecordedDelivery(
    @Schema(description = "Also the `webhook-id` of every attempt", format = "uuid") String id,
    @Schema(description = "Whose webhook it is", format = "uuid") String businessId,
    @Schema(
            description = "What it tells about",
            enumeration = {"payout", "collection"})
        String kind,
    @Schema(description = "The payout's serviceReference, or the collection's id", format = "uuid")
        String subjectId,
    @Schema(description = "The receiver", examples = "partner.example:443") String host,
    @Schema(
            description = "What it has come to",
            enumeration = {"pending", "delivered", "dead"})
        String status,
    @Schema(description = "Attempts so far, since the last replay if there was one")
        int attemptsMade,
    @Schema(description = "How often it was replayed") int replays,
    @Schema(description = "When it is attempted next; null unless pending", nullable = true)
        Instant nextAttemptAt,
    @Schema(description = "When it was written") Instant createdAt,
    @Schema(description = "When it was last changed") Instant updatedAt) {}
