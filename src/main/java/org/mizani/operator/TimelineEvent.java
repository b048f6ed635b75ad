package org.mizani.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Something that happened to a payout or collection; only what belongs to the event is there. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(requiredProperties = {"at", "event"})
public record TimelineEvent(
    @Schema(description = "When, by the database's clock") Instant at,
    @Schema(
            description = "What happened",
            enumeration = {
              "created",
              "held",
              "captured",
              "fee_charged",
              "released",
              "collected",
              "settled",
              "contradicted",
              "webhook_written",
              "webhook_attempted",
              "webhook_delivered",
              "webhook_dead",
              "operator_action"
            })
        String event,
    @Schema(description = "Of a settlement: the final status") String status,
    @Schema(description = "Of a move of money, in major units") BigDecimal amount,
    @Schema(description = "Of a move of money: ISO 4217 code") String currency,
    @Schema(description = "Of a webhook: its delivery", format = "uuid") String deliveryId,
    @Schema(description = "Of an attempt: which replay it belongs to, 0 for none") Integer replay,
    @Schema(description = "Of an attempt: which one, from 1 on in each replay") Integer attempt,
    @Schema(description = "Of an attempt: the HTTP status, if there was an answer")
        Integer responseCode,
    @Schema(description = "Of an attempt without an answer: what went wrong") String error,
    @Schema(description = "Of an attempt: how long it took, in milliseconds") Integer durationMs,
    @Schema(description = "Of an operator's action: the operator's key") String operator,
    @Schema(description = "Of an operator's action: which one", examples = "payout.settle")
        String action,
    @Schema(description = "Of an operator's action: the reason that was given") String reason) {}
