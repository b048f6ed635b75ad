package org.mizani.webhook;

import java.time.Instant;

/**
 * A delivery as operators see it. Neither its body nor its URL is shown: the one holds personal
 * data, the other may hold a token of the partner's.
 */
public record RecordedDelivery(
    String id,
    String businessId,
    String kind,
    String subjectId,
    String host,
    String status,
    int attemptsMade,
    int replays,
    Instant nextAttemptAt,
    Instant createdAt,
    Instant updatedAt) {}
