package org.mizani.operator.access;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.quarkus.panache.common.Sort;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.mizani.audit.AuditLog;
import org.mizani.business.SecretHash;

/** Person who operates the service. */
@Entity
class Operator extends PanacheEntityBase {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  private String key;
  private String displayName;
  private OperatorRole role;
  private byte[] secretHash;
  private boolean ownSecret;
  private long epoch;
  private byte[] totpEncrypted;
  private Instant totpConfirmedAt;
  private long totpStep;
  private int triedCodes;
  private boolean disabled;
  private Instant createdAt;
  private Instant accessGivenAt;
  private Instant expiresAt;
  private Instant lastLoginAt;

  protected Operator() {}

  Operator(String key, OperatorProfile profile, SecretHash secret, Instant now) {
    this.key = key;
    this.secretHash = secret.bytes();
    this.createdAt = now;
    this.accessGivenAt = now;
    set(profile);
  }

  /** The audit log's subject for the operator of this key. */
  static String subject(String key) {
    return AuditLog.OPERATOR + key;
  }

  /** The operator of this key, or none. */
  static Uni<Optional<Operator>> withKey(String key) {
    return Operator.<Operator>find("key", key).firstResult().map(Optional::ofNullable);
  }

  /** The same, locked (FOR NO KEY UPDATE) until the transaction ends. */
  static Uni<Optional<Operator>> locked(String key) {
    return Operator.<Operator>find("key", key)
        .withLock(LockModeType.PESSIMISTIC_WRITE)
        .firstResult()
        .map(Optional::ofNullable);
  }

  /** Up to this many operators with smaller ids, newest first. */
  static Uni<List<Operator>> below(long id, int most) {
    return find("id < ?1", Sort.descending("id"), id).page(0, most).list();
  }

  /** Makes its access older than any wait, as there is no older operator beside it. */
  void waiveWait() {
    accessGivenAt = Instant.EPOCH;
  }

  /** Whether it never waited, as one of the first two, and nobody has given it access since. */
  boolean isExemptFromWait() {
    return accessGivenAt.equals(Instant.EPOCH);
  }

  /**
   * Replaces its profile; a disablement and another end end all tokens for good. A role above the
   * one before is new access, and so is being let in again.
   */
  void change(OperatorProfile profile, Instant now) {
    Instant end = profile.expiresAt().orElse(null);
    if (profile.isAdmitted(now) && !(isAdmitted(now) && role.includes(profile.role()))) {
      accessGivenAt = now;
    }
    if ((profile.disabled() && !disabled) || !Objects.equals(end, expiresAt)) {
      epoch++;
    }
    set(profile);
  }

  private void set(OperatorProfile profile) {
    displayName = profile.displayName().orElse(null);
    role = profile.role();
    expiresAt = profile.expiresAt().orElse(null);
    disabled = profile.disabled();
  }

  /** Replaces its secret by one that another operator gives it. */
  void replaceSecret(SecretHash secret, Instant now) {
    accessGivenAt = now;
    replaceSecret(secret, false);
  }

  /**
   * Replaces its secret by one that it has drawn itself. In place of a given one that is new
   * access: its giver may have been quicker than the person, who finds that out now.
   *
   * @param step the time step of the code that was given; empty without a second factor
   */
  void replaceOwnSecret(SecretHash secret, Optional<Long> step, Instant now) {
    if (!ownSecret && !isExemptFromWait()) {
      accessGivenAt = now;
    }
    totpStep = step.orElse(totpStep);
    replaceSecret(secret, true);
  }

  /** It ends all tokens, and lets codes be tried again. */
  private void replaceSecret(SecretHash secret, boolean own) {
    secretHash = secret.bytes();
    ownSecret = own;
    triedCodes = 0;
    epoch++;
  }

  /** Begins the enrolment of a second factor; an unconfirmed one is forgotten. */
  void beginEnrolment(byte[] encrypted) {
    totpEncrypted = encrypted.clone();
    totpStep = 0;
  }

  /**
   * Puts the second factor in force, which ends all tokens that were got without it.
   *
   * @param step the time step of its first code
   */
  void confirmEnrolment(Instant now, long step) {
    totpConfirmedAt = now;
    totpStep = step;
    triedCodes = 0;
    epoch++;
  }

  /** Removes the second factor, confirmed or not, and ends all tokens. */
  void removeSecondFactor(Instant now) {
    accessGivenAt = now;
    totpEncrypted = null;
    totpConfirmedAt = null;
    totpStep = 0;
    triedCodes = 0;
    epoch++;
  }

  /** Notes a log-in with the code of this time step, or without a second factor. */
  void loggedIn(Instant now, Optional<Long> step) {
    lastLoginAt = now;
    totpStep = step.orElse(totpStep);
    triedCodes = 0;
  }

  /** Whether it may log in at this time. */
  boolean isAdmitted(Instant now) {
    return profile().isAdmitted(now);
  }

  long id() {
    return id;
  }

  String key() {
    return key;
  }

  OperatorProfile profile() {
    return new OperatorProfile(
        Optional.ofNullable(displayName), role, Optional.ofNullable(expiresAt), disabled);
  }

  SecretHash secretHash() {
    return SecretHash.stored(secretHash);
  }

  /** Whether it has drawn its secret itself, so that no other operator has seen it. */
  boolean hasOwnSecret() {
    return ownSecret;
  }

  /** The number of its times so far, of which each ends all tokens. */
  long epoch() {
    return epoch;
  }

  /** The secret of its second factor, encrypted, confirmed or not. */
  Optional<byte[]> totpEncrypted() {
    return Optional.ofNullable(totpEncrypted).map(byte[]::clone);
  }

  /** Whether a log-in needs a code. */
  boolean hasSecondFactor() {
    return totpConfirmedAt != null;
  }

  /** The time step of the last code that was accepted. */
  long totpStep() {
    return totpStep;
  }

  /** How many codes were tried since one was accepted. */
  int triedCodes() {
    return triedCodes;
  }

  Instant createdAt() {
    return createdAt;
  }

  /** When others gave it the access that it has. */
  Instant accessGivenAt() {
    return accessGivenAt;
  }

  Optional<Instant> lastLoginAt() {
    return Optional.ofNullable(lastLoginAt);
  }

  @Override
  public String toString() {
    return "Operator[" + key + "]";
  }
}
