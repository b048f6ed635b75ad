package org.mizani.operator.access;

import java.time.Instant;

/**
 * Session of an operator, by a valid token.
 *
 * @param isPerson whether the operator is a row, and not the credential of the environment
 * @param enrolsOnly whether a second factor has to be enrolled first
 * @param tokenId the id of the token
 * @param endsAt when the token expires
 */
record OperatorSession(
    String key,
    boolean isPerson,
    OperatorRole role,
    boolean enrolsOnly,
    String tokenId,
    Instant endsAt) {}
