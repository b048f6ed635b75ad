package org.mizani.operator.payment;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;

/** Something that happened to a payout or collection; only what belongs to the event is there. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TimelineEvent(
    Instant at,
    String event,
    String status,
    BigDecimal amount,
    String currency,
    String deliveryId,
    Integer replay,
    Integer attempt,
    Integer responseCode,
    String error,
    Integer durationMs,
    String operator,
    String action,
    String reason) {}
