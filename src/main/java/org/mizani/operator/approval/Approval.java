package org.mizani.operator.approval;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.quarkus.hibernate.reactive.panache.PanacheQuery;
import io.quarkus.panache.common.Sort;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.ColumnTransformer;
import org.mizani.audit.Actor;

/** Request of an operator that another operator approves or refuses. */
@Entity
class Approval extends PanacheEntityBase {

  @Id private UUID id;
  private ApprovalAction action;
  private String subject;
  private String key;

  // As text, which keeps the digits of its numbers.
  @ColumnTransformer(read = "cast(asked as text)", write = "cast(cast(? as text) as jsonb)")
  private String asked;

  private byte[] requestEncrypted;
  private ApprovalStatus status;
  private String requestedBy;
  private Long requesterEpoch;
  private Instant requestedAt;
  private Instant expiresAt;
  private String decidedBy;
  private Instant decidedAt;
  private String reason;

  protected Approval() {}

  /**
   * A new request, which waits.
   *
   * @param fields JSON
   */
  Approval(
      UUID id,
      Asked asked,
      String fields,
      byte[] requestEncrypted,
      Actor by,
      Instant now,
      Duration expiresAfter) {
    this.id = id;
    this.action = asked.action();
    this.subject = asked.subject();
    this.key = asked.key();
    this.asked = fields;
    this.requestEncrypted = requestEncrypted.clone();
    this.status = ApprovalStatus.WAITING;
    this.requestedBy = by.key();
    this.requesterEpoch = by.epoch().orElse(null);
    this.requestedAt = now;
    this.expiresAt = now.plus(expiresAfter);
  }

  static Uni<Optional<Approval>> of(UUID id) {
    return Approval.<Approval>findById(id).map(Optional::ofNullable);
  }

  /** The request of this id, locked until the end of the transaction. */
  static Uni<Optional<Approval>> locked(UUID id) {
    return Approval.<Approval>findById(id, LockModeType.PESSIMISTIC_WRITE)
        .map(Optional::ofNullable);
  }

  /** The request of this action and key that waits, expired or not. */
  static Uni<Optional<Approval>> waiting(ApprovalAction action, String key) {
    return find(action, key).firstResult().map(Optional::ofNullable);
  }

  /** The same, locked until the end of the transaction: it is not decided meanwhile. */
  static Uni<Optional<Approval>> waitingLocked(ApprovalAction action, String key) {
    return find(action, key)
        .withLock(LockModeType.PESSIMISTIC_WRITE)
        .firstResult()
        .map(Optional::ofNullable);
  }

  private static PanacheQuery<Approval> find(ApprovalAction action, String key) {
    return find("action = ?1 AND key = ?2 AND status = ?3", action, key, ApprovalStatus.WAITING);
  }

  /** Up to this many requests with smaller ids, newest first. */
  static Uni<List<Approval>> below(UUID id, Optional<ApprovalStatus> status, int most) {
    Sort newestFirst = Sort.descending("id");
    return status
        .map(wanted -> Approval.<Approval>find("id < ?1 AND status = ?2", newestFirst, id, wanted))
        .orElseGet(() -> Approval.<Approval>find("id < ?1", newestFirst, id))
        .page(0, most)
        .list();
  }

  /** Up to this many requests that wait and have expired, locked. */
  static Uni<List<Approval>> expired(Instant now, int most) {
    return Approval.<Approval>find(
            "status = ?1 AND expiresAt <= ?2 ORDER BY expiresAt", ApprovalStatus.WAITING, now)
        .page(0, most)
        .withLock(LockModeType.PESSIMISTIC_WRITE)
        .list();
  }

  /** Ends the request, and with that erases the operation that it holds. */
  void end(ApprovalStatus end, Optional<String> by, Optional<String> why, Instant now) {
    status = end;
    decidedBy = by.orElse(null);
    reason = why.orElse(null);
    decidedAt = now;
    requestEncrypted = null;
  }

  boolean isWaiting() {
    return status == ApprovalStatus.WAITING;
  }

  /** Whether its time is over at this instant. */
  boolean isExpired(Instant now) {
    return !expiresAt.isAfter(now);
  }

  UUID id() {
    return id;
  }

  ApprovalAction action() {
    return action;
  }

  String subject() {
    return subject;
  }

  /** The operation's fields as JSON. */
  String asked() {
    return asked;
  }

  /** The operation, encrypted; empty once the request has ended. */
  Optional<byte[]> requestEncrypted() {
    return Optional.ofNullable(requestEncrypted).map(byte[]::clone);
  }

  ApprovalStatus status() {
    return status;
  }

  String requestedBy() {
    return requestedBy;
  }

  /** The requester's epoch when it asked; empty for the credential of the environment. */
  Optional<Long> requesterEpoch() {
    return Optional.ofNullable(requesterEpoch);
  }

  Instant requestedAt() {
    return requestedAt;
  }

  Instant expiresAt() {
    return expiresAt;
  }

  /** The operator that ended it, if one did. */
  Optional<String> decidedBy() {
    return Optional.ofNullable(decidedBy);
  }

  Optional<Instant> decidedAt() {
    return Optional.ofNullable(decidedAt);
  }

  /** Why it was refused, or could not be approved before its time was over. */
  Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  @Override
  public String toString() {
    return "Approval[" + id + "]";
  }
}
