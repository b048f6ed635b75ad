package org.mizani.operator.access;

import java.time.Instant;
import java.util.Optional;

/**
 * Profile of a person among the operators, as administrators set it.
 *
 * @param expiresAt the end of all log-ins and tokens, if there is one
 * @param disabled whether log-ins and tokens are refused
 */
record OperatorProfile(
    Optional<String> displayName,
    OperatorRole role,
    Optional<Instant> expiresAt,
    boolean disabled) {

  /** Whether a person of it may log in at this time. */
  boolean isAdmitted(Instant now) {
    return !disabled && expiresAt.filter(end -> !now.isBefore(end)).isEmpty();
  }

  /** Whether it gives the same access: all but the display name. */
  boolean isSameAccess(OperatorProfile other) {
    return role == other.role && disabled == other.disabled && expiresAt.equals(other.expiresAt);
  }
}
