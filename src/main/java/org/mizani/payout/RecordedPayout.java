package org.mizani.payout;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * A payout as operators see it: what its partner sees, and how it fares. Amounts in major units,
 * times in UTC to the millisecond.
 */
public record RecordedPayout(
    String serviceReference,
    String businessId,
    String businessReference,
    Instant sweepDueAt,
    String status,
    String channel,
    String country,
    String recipient,
    BigDecimal senderAmount,
    String senderCurrency,
    BigDecimal fee,
    BigDecimal receiverAmount,
    String receiverCurrency,
    String rail,
    int looks,
    Instant nextLookAt,
    String failureReason,
    boolean flagged,
    Instant contradictedAt,
    Instant nextWatchAt,
    Instant createdAt,
    Instant updatedAt) {

  @Override
  public String toString() {
    return "RecordedPayout[" + serviceReference + "]";
  }
}
