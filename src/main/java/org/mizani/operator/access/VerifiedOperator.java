package org.mizani.operator.access;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.mizani.fault.ApiFault;
import org.mizani.operator.access.IdentityProvider.Identity;

/**
 * Operator whose credentials are right, before they are used.
 *
 * @param person empty for the credential of the environment
 * @param step the time step of the code; empty if none was given
 * @param identity what the provider's token proves; empty for a secret
 * @param claims those of a token for this log-in
 */
record VerifiedOperator(
    String key,
    Optional<Operator> person,
    Optional<Long> step,
    Optional<Identity> identity,
    Map<String, Object> claims) {

  /** The credential of the environment. */
  static VerifiedOperator ofEnvironment(String key, Map<String, Object> claims) {
    return new VerifiedOperator(key, Optional.empty(), Optional.empty(), Optional.empty(), claims);
  }

  /** A person, by a secret or an identity, without a code. */
  static VerifiedOperator of(Operator person, Optional<Identity> identity) {
    boolean hasSecondFactor = identity.filter(Identity::hasSecondFactor).isPresent();
    return new VerifiedOperator(
        person.key(),
        Optional.of(person),
        Optional.empty(),
        identity,
        OperatorSessions.claimsOf(person, hasSecondFactor));
  }

  VerifiedOperator withCode(long codeStep) {
    return new VerifiedOperator(key, person, Optional.of(codeStep), identity, claims);
  }

  /** Whether the person has a second factor that was not asked for. */
  boolean lacksCode() {
    return step.isEmpty()
        && person.filter(Operator::hasSecondFactor).isPresent()
        && identity.filter(Identity::hasSecondFactor).isEmpty();
  }

  /** Whether the person, as locked now, still is as it was verified. */
  boolean isStill(Operator now, Instant time) {
    return now.isAdmitted(time)
        && now.epoch() == person.orElseThrow().epoch()
        && step.stream().allMatch(codeStep -> codeStep > now.totpStep());
  }

  /**
   * Requires that.
   *
   * @throws ApiFault.ApiException 401 otherwise
   */
  void requireStill(Operator now, Instant time) {
    if (!isStill(now, time)) {
      throw ApiFault.TOKEN_INVALID.asException();
    }
  }

  /** What the audit log has of the log-in. */
  Map<String, Object> audited(String network) {
    return identity.isPresent()
        ? Map.of("network", network, "by", "identity provider")
        : Map.of("network", network);
  }

  @Override
  public String toString() {
    return "VerifiedOperator[" + key + "]";
  }
}
