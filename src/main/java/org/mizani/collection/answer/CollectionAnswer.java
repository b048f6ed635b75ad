package org.mizani.collection.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * Collection as its partner sees it (specification, section 2.8): amounts in major units, times in
 * UTC to the millisecond.
 */
public record CollectionAnswer(
    String id,
    String status,
    @JsonInclude(JsonInclude.Include.NON_NULL) String statusMessage,
    BigDecimal amount,
    String currency,
    String mobile,
    String reference,
    String narration,
    String provider,
    String mnoPaymentReference,
    String businessId,
    Instant createdAt,
    Instant updatedAt) {

  @Override
  public String toString() {
    return "CollectionAnswer[" + id + "]";
  }
}
