package org.mizani.payout.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * Payout as its partner sees it (specification, sections 2.4, 4.7 and 4.11): amounts in major
 * units, times in UTC to the millisecond.
 *
 * @param totalDebited in the answer of a creation and in details only, else null and left out
 * @param createdAt in reads and lists only, like updatedAt, else null and left out
 * @param returnedAt of a payout whose money came back only (ADR 16), like returnedAmount, else null
 *     and left out
 * @param returnedAmount in the sender's currency, with the fee where it was refunded
 */
public record PayoutAnswer(
    String serviceReference,
    String businessReference,
    String status,
    BigDecimal senderAmount,
    String senderCurrency,
    BigDecimal receiverAmount,
    String receiverCurrency,
    @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal totalDebited,
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant createdAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant updatedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant returnedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal returnedAmount) {}
