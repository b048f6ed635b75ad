package org.mizani.timeline;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * State of one delivery of a payment's webhooks, without its URL, which may contain a token.
 *
 * @param endpointId the endpoint of the business that it goes to; null for a call-back
 * @param attemptsMade since it was last replayed, if it was
 * @param nextAttemptAt null unless it is pending
 * @param lastAttemptAt null before the first attempt, as are the next two
 * @param lastResponseCode null without an answer
 * @param lastError why there was no answer; null with one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WebhookState(
    String id,
    String kind,
    String endpointId,
    String status,
    int attemptsMade,
    Instant nextAttemptAt,
    Instant lastAttemptAt,
    Integer lastResponseCode,
    String lastError) {}
