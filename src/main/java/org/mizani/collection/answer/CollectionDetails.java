package org.mizani.collection.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.mizani.rail.FailureCode.Failure;

/**
 * Collection as its partner sees it, with what its customer paid, or why there is no payment. What
 * there is not is null and left out. Amounts in major units, times in UTC to the millisecond.
 *
 * @param amountPaid by the customer, only if that is another amount than was asked for
 * @param networkReference the id under which the network acknowledged the prompt, once the status
 *     is final
 * @param failure of a collection that ended and was not paid after that either
 * @param settledAt when the status became final
 * @param creditedAt when the wallet was credited; later than settledAt if the customer paid late
 * @param refunds newest first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CollectionDetails(
    @JsonUnwrapped CollectionAnswer collection,
    BigDecimal amountPaid,
    String networkReference,
    Failure failure,
    Instant settledAt,
    Instant creditedAt,
    List<RefundAnswer> refunds) {

  /** The same collection with its refunds; without any they are left out. */
  public CollectionDetails with(List<RefundAnswer> made) {
    return new CollectionDetails(
        collection,
        amountPaid,
        networkReference,
        failure,
        settledAt,
        creditedAt,
        made.isEmpty() ? null : made);
  }

  @Override
  public String toString() {
    return "CollectionDetails[" + collection.id() + "]";
  }
}
