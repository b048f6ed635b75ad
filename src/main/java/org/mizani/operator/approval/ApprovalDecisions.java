package org.mizani.operator.approval;

import io.quarkus.arc.All;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.mizani.audit.Actor;
import org.mizani.database.Database;
import org.mizani.database.SqlState;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.ErrorCode;
import org.mizani.fault.OperatorFault;

/** Decisions of operators about requests that wait, each once and in one transaction. */
@Singleton
final class ApprovalDecisions {

  private static final int ATTEMPTS = 2;

  private final Database database;
  private final RequestEncryption encryption;
  private final ApprovalAudit audit;
  private final RequesterAccess access;
  private final NewAccess newAccess;
  private final List<HeldOperation<?>> operations;

  ApprovalDecisions(
      Database database,
      RequestEncryption encryption,
      ApprovalAudit audit,
      RequesterAccess access,
      NewAccess newAccess,
      @All List<HeldOperation<?>> operations) {
    this.database = database;
    this.encryption = encryption;
    this.audit = audit;
    this.access = access;
    this.newAccess = newAccess;
    this.operations = operations;
  }

  /** A request, with its confidential fields while it waits. */
  Uni<ApprovalAnswer> read(UUID id) {
    return find(id)
        .map(approval -> ApprovalAnswer.of(approval, confidential(approval)))
        .onFailure(ApprovalDecisions::isUnreadable)
        .recoverWithUni(() -> find(id).map(ApprovalAnswer::of));
  }

  private static boolean isUnreadable(Throwable failure) {
    return failure instanceof ApiException refusal
        && refusal.fault().equals(OperatorFault.REQUEST_UNREADABLE);
  }

  private Map<String, Object> confidential(Approval approval) {
    return approval.isWaiting() ? confidential(operationOf(approval), approval) : Map.of();
  }

  private <R> Map<String, Object> confidential(HeldOperation<R> operation, Approval approval) {
    return operation.confidential(encryption.decrypt(approval, operation.type()));
  }

  private Uni<Approval> find(UUID id) {
    return database.read(() -> Approval.of(id)).map(ApprovalDecisions::required);
  }

  private static Approval required(Optional<Approval> found) {
    return found.orElseThrow(OperatorFault.APPROVAL_NOT_FOUND::asException);
  }

  private HeldOperation<?> operationOf(Approval approval) {
    return operations.stream()
        .filter(operation -> operation.actions().contains(approval.action()))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Approves a request. In steps:
   *
   * <ol>
   *   <li>look whether this operator may decide it, its requester may still do it, and neither has
   *       new access
   *   <li>make the operation ready, which may ask a network
   *   <li>in one transaction: lock the request, look again, carry the operation out, end the
   *       request
   * </ol>
   *
   * @throws ApiException (as failure) as {@link #refuse}; 409 if its requester may not do it any
   *     more, 403 if its or the approver's access is new, and the refusal of the operation: then
   *     the request goes on waiting
   */
  Uni<ApprovalAnswer> approve(Actor actor, UUID id) {
    return find(id)
        .chain(approval -> decidable(actor, approval))
        .call(approval -> database.inTransaction(() -> requireAccess(actor, approval)))
        .chain(approval -> ready(operationOf(approval), actor, approval))
        .chain(operation -> carryOut(actor, id, operation));
  }

  private Uni<Void> requireAccess(Actor approver, Approval approval) {
    return access.require(approval).chain(() -> newAccess.requireNone(approver, approval));
  }

  private <R> Uni<Supplier<Uni<Void>>> ready(
      HeldOperation<R> operation, Actor actor, Approval approval) {
    Actor requester =
        new Actor(approval.requestedBy(), actor.requestId(), approval.requesterEpoch());
    return operation.ready(requester, encryption.decrypt(approval, operation.type()));
  }

  private Uni<ApprovalAnswer> carryOut(Actor actor, UUID id, Supplier<Uni<Void>> operation) {
    return database
        .inTransaction(
            () ->
                locked(id)
                    .chain(approval -> decidable(actor, approval))
                    .call(approval -> requireAccess(actor, approval))
                    .call(operation::get)
                    .chain(
                        approval ->
                            end(actor, approval, ApprovalStatus.APPROVED, Optional.empty())))
        .onFailure(SqlState::isUniqueViolation) // by a collection that opened the same wallet
        .retry()
        .atMost(ATTEMPTS);
  }

  /**
   * Refuses a request.
   *
   * @throws ApiException (as failure) 404 {@code approval not found}; 403 for its requester; 409 if
   *     it has ended
   */
  Uni<ApprovalAnswer> refuse(Actor actor, UUID id, String reason) {
    return database.inTransaction(
        () ->
            locked(id)
                .chain(approval -> decidable(actor, approval))
                .chain(
                    approval -> end(actor, approval, ApprovalStatus.REFUSED, Optional.of(reason))));
  }

  /**
   * Takes a request back.
   *
   * @throws ApiException (as failure) 404 {@code approval not found}; 403 for any other operator;
   *     409 if it has ended
   */
  Uni<ApprovalAnswer> withdraw(Actor actor, UUID id) {
    return database.inTransaction(
        () ->
            locked(id)
                .invoke(approval -> requireRequester(actor, approval))
                .chain(this::waiting)
                .chain(
                    approval -> end(actor, approval, ApprovalStatus.WITHDRAWN, Optional.empty())));
  }

  private static Uni<Approval> locked(UUID id) {
    return Approval.locked(id).map(ApprovalDecisions::required);
  }

  private static void requireRequester(Actor actor, Approval approval) {
    if (!approval.requestedBy().equals(actor.key())) {
      throw OperatorFault.REQUEST_OF_ANOTHER_OPERATOR.asException();
    }
  }

  /** Whether a decision was refused because another operator has to take it. */
  static boolean isOfOtherPerson(Throwable failure) {
    return failure instanceof ApiException refusal
        && refusal.fault().code() == ErrorCode.OTHER_OPERATOR_REQUIRED;
  }

  /** The same request, if it waits and this operator is not its requester. */
  private Uni<Approval> decidable(Actor actor, Approval approval) {
    if (approval.requestedBy().equals(actor.key())) {
      throw OperatorFault.OWN_REQUEST.asException();
    }
    return waiting(approval);
  }

  private Uni<Approval> waiting(Approval approval) {
    return database.now().invoke(now -> requireWaiting(approval, now)).replaceWith(approval);
  }

  private static void requireWaiting(Approval approval, Instant now) {
    if (!approval.isWaiting()) {
      throw OperatorFault.REQUEST_DECIDED.asException();
    }
    if (approval.isExpired(now)) {
      throw OperatorFault.REQUEST_EXPIRED.asException();
    }
  }

  private Uni<ApprovalAnswer> end(
      Actor actor, Approval approval, ApprovalStatus end, Optional<String> reason) {
    return database
        .now()
        .invoke(now -> approval.end(end, Optional.of(actor.key()), reason, now))
        .chain(() -> audit.ended(actor, approval))
        .map(done -> ApprovalAnswer.of(approval));
  }
}
