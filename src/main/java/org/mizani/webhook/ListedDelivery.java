package org.mizani.webhook;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;
import org.mizani.database.ShownTime;

/**
 * Delivery with its state in other tables.
 *
 * @param publicId of the business
 * @param endpointId null for a call-back
 * @param nextAttemptAt null unless it is pending
 */
@RegisterForReflection
record ListedDelivery(
    UUID id,
    UUID publicId,
    String kind,
    UUID subjectId,
    UUID endpointId,
    String host,
    String status,
    int attempts,
    int replays,
    Instant nextAttemptAt,
    Instant createdAt,
    Instant updatedAt) {

  /** The delivery as operators see it. */
  RecordedDelivery recorded() {
    return new RecordedDelivery(
        id.toString(),
        publicId.toString(),
        kind,
        subjectId.toString(),
        endpointId == null ? null : endpointId.toString(),
        host,
        status,
        attempts,
        replays,
        ShownTime.of(nextAttemptAt),
        ShownTime.of(createdAt),
        ShownTime.of(updatedAt));
  }
}
