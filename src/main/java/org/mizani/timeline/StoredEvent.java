package org.mizani.timeline;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;
import org.mizani.database.ShownTime;

/**
 * Event or delivery of a payment as it is read.
 *
 * @param event null of a delivery
 * @param deliveryId null of an event, as is all that stands after it
 */
@RegisterForReflection
record StoredEvent(
    Instant at,
    String event,
    String status,
    UUID deliveryId,
    String kind,
    UUID endpointId,
    Integer attempts,
    Instant nextAttemptAt,
    Instant attemptedAt,
    Integer responseCode,
    String error) {

  boolean isDelivery() {
    return deliveryId != null;
  }

  TimelineEntry entry() {
    return new TimelineEntry(ShownTime.of(at), event, status);
  }

  WebhookState webhook() {
    return new WebhookState(
        deliveryId.toString(),
        kind,
        endpointId == null ? null : endpointId.toString(),
        status,
        attempts,
        ShownTime.of(nextAttemptAt),
        ShownTime.of(attemptedAt),
        responseCode,
        error);
  }
}
