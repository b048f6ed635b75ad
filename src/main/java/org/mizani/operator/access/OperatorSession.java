package org.mizani.operator.access;

import java.time.Instant;
import java.util.Optional;

/**
 * Session of an operator, by a valid token.
 *
 * @param epoch the operator's epoch, of which the token is; empty for the credential of the
 *     environment
 * @param enrolsOnly whether a second factor has to be enrolled first
 * @param tokenId the id of the token
 * @param endsAt when the token expires
 */
record OperatorSession(
    String key,
    Optional<Long> epoch,
    OperatorRole role,
    boolean enrolsOnly,
    String tokenId,
    Instant endsAt) {

  /** Whether the operator is a row, and not the credential of the environment. */
  boolean isPerson() {
    return epoch.isPresent();
  }
}
