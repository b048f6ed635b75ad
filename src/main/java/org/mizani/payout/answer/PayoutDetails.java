package org.mizani.payout.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.math.BigDecimal;
import java.time.Instant;
import org.mizani.rail.FailureCode.Failure;

/**
 * Payout as its partner sees it, with its cost, its recipient and what its network told of it. What
 * there is not is null and left out. Amounts in major units, times in UTC to the millisecond.
 *
 * @param rate units of the receiver's currency for one unit of the sender's, exactly as it was
 *     used; null where no currency was exchanged
 * @param fee in the sender's currency
 * @param recipient the recipient's number, masked
 * @param receipt the number that the recipient sees
 * @param settledAt when the status became final
 * @param underReview true while it waits for a review by the operator
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PayoutDetails(
    @JsonUnwrapped PayoutAnswer payout,
    BigDecimal rate,
    BigDecimal fee,
    String channel,
    String country,
    String recipient,
    String receipt,
    String networkReference,
    Failure failure,
    Instant settledAt,
    Boolean underReview) {

  @Override
  public String toString() {
    return "PayoutDetails[" + payout.serviceReference() + "]";
  }
}
