package org.mizani.operator.access;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.mizani.database.ShownTime;

/**
 * A person among the operators.
 *
 * @param operatorSecret shown once, in the answer that makes it
 * @param ownSecret whether the person has drawn its secret itself
 * @param secondFactor whether log-ins need a code
 * @param locked whether log-ins are refused because too many codes in a row were wrong
 */
public record OperatorAnswer(
    String operatorKey,
    @JsonInclude(JsonInclude.Include.NON_NULL) String operatorSecret,
    String displayName,
    String role,
    boolean ownSecret,
    boolean secondFactor,
    boolean locked,
    boolean disabled,
    Instant createdAt,
    Instant expiresAt,
    Instant lastLoginAt) {

  static OperatorAnswer of(Operator operator, String secret, boolean locked) {
    OperatorProfile profile = operator.profile();
    return new OperatorAnswer(
        operator.key(),
        secret,
        profile.displayName().orElse(null),
        profile.role().code(),
        operator.hasOwnSecret(),
        operator.hasSecondFactor(),
        locked,
        profile.disabled(),
        ShownTime.of(operator.createdAt()),
        ShownTime.of(profile.expiresAt().orElse(null)),
        ShownTime.of(operator.lastLoginAt().orElse(null)));
  }

  @Override
  public String toString() {
    return "OperatorAnswer[" + operatorKey + "]";
  }
}
