package org.mizani.collection.answer;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * Collection as operators see it: the partner's view and the state of its settling. Amounts in
 * major units, times in UTC to the millisecond.
 *
 * @param amountPaid by the customer where that is another amount than was asked for, else null
 */
public record RecordedCollection(
    String id,
    String businessId,
    String status,
    String statusMessage,
    String failureCode,
    BigDecimal amount,
    String currency,
    String mobile,
    String reference,
    String narration,
    String provider,
    String mnoPaymentReference,
    String rail,
    int calls,
    Instant nextPollAt,
    Instant expiresAt,
    BigDecimal amountPaid,
    Instant creditedAt,
    boolean flagged,
    Instant flaggedAt,
    Instant flagClearedAt,
    Instant createdAt,
    Instant updatedAt) {

  @Override
  public String toString() {
    return "RecordedCollection[" + id + "]";
  }
}
