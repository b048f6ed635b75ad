package org.mizani.rail.pawapay;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import org.mizani.rail.PauseReason;

/**
 * Answer to a request for a payout, deposit or refund.
 *
 * @param id that the request had, or null if the answer leaves it out
 * @param status {@code ACCEPTED}, {@code REJECTED} or {@code DUPLICATE_IGNORED}, or null
 * @param failureReason of a rejection, or null
 */
@RegisterForReflection
@JsonIgnoreProperties(ignoreUnknown = true)
public record Submission(
    @JsonAlias({"payoutId", "depositId", "refundId"}) String id,
    String status,
    FailureReason failureReason) {

  /** Whether pawaPay took nothing because the recipient's operator takes nothing for a while. */
  boolean isOperatorAway() {
    return failureReason != null
        && "REJECTED".equals(status)
        && FailureCodes.isOperatorAway(failureReason.failureCode());
  }

  /** Why the rail has to pause, if pawaPay took nothing because of our account or credential. */
  Optional<PauseReason> pause() {
    boolean notTaken = status == null || status.equals("REJECTED");
    return Optional.ofNullable(failureReason)
        .filter(reason -> notTaken)
        .flatMap(reason -> FailureCodes.pause(reason.failureCode()));
  }
}
