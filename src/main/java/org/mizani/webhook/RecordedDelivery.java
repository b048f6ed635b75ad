package org.mizani.webhook;

import java.time.Instant;

/**
 * Delivery as operators and its business see it, without its body and URL: the body is personal
 * data, and the URL may contain a token of the partner.
 *
 * @param endpointId the endpoint of the business that it goes to; null for a call-back
 */
public record RecordedDelivery(
    String id,
    String businessId,
    String kind,
    String subjectId,
    String endpointId,
    String host,
    String status,
    int attemptsMade,
    int replays,
    Instant nextAttemptAt,
    Instant createdAt,
    Instant updatedAt) {}
