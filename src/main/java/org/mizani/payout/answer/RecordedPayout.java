package org.mizani.payout.answer;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * Payout as operators see it: the partner's view and the state of its settling. Amounts in major
 * units, times in UTC to the millisecond.
 *
 * @param rate that was used; null where no currency was exchanged
 */
public record RecordedPayout(
    String serviceReference,
    String businessId,
    String businessReference,
    Instant sweepDueAt,
    String refundOf,
    String status,
    String channel,
    String country,
    String recipient,
    BigDecimal senderAmount,
    String senderCurrency,
    BigDecimal fee,
    BigDecimal receiverAmount,
    String receiverCurrency,
    BigDecimal rate,
    String rail,
    int calls,
    Instant nextPollAt,
    Instant heldAt,
    String heldReason,
    String failureCode,
    String failureReason,
    String receipt,
    String networkReference,
    BigDecimal amountPaid,
    boolean flagged,
    Instant discrepancyAt,
    Instant flaggedAt,
    Instant flagClearedAt,
    Instant nextWatchAt,
    Instant returnedAt,
    String returnReference,
    Instant createdAt,
    Instant updatedAt) {

  @Override
  public String toString() {
    return "RecordedPayout[" + serviceReference + "]";
  }
}
