package org.mizani.collection.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import org.mizani.rail.FailureCode.Failure;

/**
 * Refund of a collection as its partner sees it. What there is not is null and left out. Amounts in
 * major units, times in UTC to the millisecond.
 *
 * @param reference unique within the collection
 * @param status refund_pending, refund_success or refund_failure
 * @param settledAt when the status became final
 * @param returnedAt when the money of a success came back to the wallet
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RefundAnswer(
    String id,
    String collectionId,
    String reference,
    String status,
    BigDecimal amount,
    String currency,
    Failure failure,
    Instant createdAt,
    Instant settledAt,
    Instant returnedAt) {

  private static final String PENDING = "refund_pending";

  /** The answer to its creation: pending, though it may be final by now. */
  public RefundAnswer created() {
    return new RefundAnswer(
        id, collectionId, reference, PENDING, amount, currency, null, createdAt, null, null);
  }

  @Override
  public String toString() {
    return "RefundAnswer[" + id + "]";
  }
}
