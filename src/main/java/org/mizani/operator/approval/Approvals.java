package org.mizani.operator.approval;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.mizani.audit.Actor;
import org.mizani.database.Database;
import org.mizani.database.SqlState;
import org.mizani.database.TimeOrderedId;
import org.mizani.fault.ApiFault;
import org.mizani.fault.OperatorFault;
import org.mizani.operator.access.Requesters;

/**
 * Requests in place of operations: an operation beyond its limit is not carried out, but waits for
 * another operator (ADR 25).
 */
@Singleton
public final class Approvals {

  private static final int ATTEMPTS = 2;

  private final Database database;
  private final RequestEncryption encryption;
  private final ApprovalAudit audit;
  private final Requesters requesters;
  private final RequesterAccess access;
  private final InstantSource clock;
  private final Duration expiresAfter;

  Approvals(
      Database database,
      RequestEncryption encryption,
      ApprovalAudit audit,
      Requesters requesters,
      RequesterAccess access,
      InstantSource clock,
      ApprovalConfig config) {
    this.database = database;
    this.encryption = encryption;
    this.audit = audit;
    this.requesters = requesters;
    this.access = access;
    this.clock = clock;
    this.expiresAfter = config.expiresAfter();
  }

  /** Trial of an operation that has to wait: ends its transaction without an effect. */
  private static final class Tried extends RuntimeException {

    private final transient Asked asked;

    private Tried(Asked asked) {
      super(null, null, false, false);
      this.asked = asked;
    }
  }

  /**
   * Carries an operation out, unless its result says that it has to wait: then it has no effect.
   *
   * @param operation with its audit entry; runs in a transaction
   * @param held the request for a result that has to wait; empty for any other
   * @throws RequestWaits (as failure) if the request waits, entered now or before
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) as {@link #request}
   */
  public <T> Uni<T> carryOut(
      Actor actor, Supplier<Uni<T>> operation, Function<T, Optional<Asked>> held) {
    return database
        .inTransaction(() -> operation.get().invoke(result -> requireNotHeld(held.apply(result))))
        .onFailure(Tried.class)
        .recoverWithUni(tried -> request(actor, tried.asked));
  }

  private static void requireNotHeld(Optional<Asked> held) {
    held.ifPresent(
        asked -> {
          throw new Tried(asked);
        });
  }

  /**
   * Enters a request, once as long as it waits and its requester may do what it asked for.
   *
   * @throws RequestWaits (as failure) with the request
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 409 if a request of the same action
   *     and key waits that asks for other values, or the operation is for its requester, whose
   *     access has changed meanwhile
   */
  public <T> Uni<T> request(Actor actor, Asked asked) {
    return database
        .inTransaction(() -> enter(actor, asked))
        .onFailure(SqlState::isUniqueViolation) // by another pod, which entered it meanwhile
        .retry()
        .atMost(ATTEMPTS)
        .onItem()
        .transformToUni(
            approval -> Uni.createFrom().failure(new RequestWaits(ApprovalAnswer.of(approval))));
  }

  private Uni<Approval> enter(Actor actor, Asked asked) {
    return Approval.waitingLocked(asked.action(), asked.key())
        .chain(
            waiting ->
                database
                    .now()
                    .chain(
                        now ->
                            waiting
                                .map(known -> repeat(actor, asked, known, now))
                                .orElseGet(() -> enter(actor, asked, now))));
  }

  private Uni<Approval> repeat(Actor actor, Asked asked, Approval waiting, Instant now) {
    return isEnded(waiting, now)
        .chain(ended -> ended ? enter(actor, asked, now) : repeat(asked, waiting));
  }

  /** Ends a request that cannot be approved any more; false for any other. */
  private Uni<Boolean> isEnded(Approval waiting, Instant now) {
    return waiting.isExpired(now)
        ? expire(waiting, Optional.empty(), now)
        : access
            .lapse(waiting)
            .chain(
                why -> why.isPresent() ? expire(waiting, why, now) : Uni.createFrom().item(false));
  }

  private Uni<Boolean> expire(Approval waiting, Optional<String> why, Instant now) {
    return audit.expire(waiting, why, now).chain(() -> waiting.persistAndFlush()).replaceWith(true);
  }

  private Uni<Approval> repeat(Asked asked, Approval waiting) {
    boolean same =
        waiting.subject().equals(asked.subject()) && encryption.holds(waiting, asked.request());
    return same ? Uni.createFrom().item(waiting) : refusal(asked).asFailure();
  }

  private static ApiFault refusal(Asked asked) {
    return asked.key().equals(asked.subject())
        ? OperatorFault.ANOTHER_REQUEST_WAITS
        : OperatorFault.REFERENCE_OF_ANOTHER_MOVEMENT;
  }

  private Uni<Approval> enter(Actor actor, Asked asked, Instant now) {
    return requireSameAccess(actor, asked.action())
        .map(same -> made(asked, actor, now))
        .chain(approval -> approval.<Approval>persistAndFlush())
        .call(entered -> audit.requested(actor, entered));
  }

  /** A request that could not be approved any more is not entered. */
  private Uni<Void> requireSameAccess(Actor actor, ApprovalAction action) {
    return action.isForItsRequester() ? requesters.requireSame(actor) : Uni.createFrom().voidItem();
  }

  private Approval made(Asked asked, Actor requester, Instant now) {
    UUID id = TimeOrderedId.at(clock.millis());
    return new Approval(
        id,
        asked,
        new JsonObject(asked.fields()).encode(),
        encryption.encrypt(id, asked.request()),
        requester,
        now,
        expiresAfter);
  }

  /**
   * Requires that no request waits with a movement's reference, within the transaction of the
   * movement.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 409 {@code reference of another
   *     movement}
   */
  public Uni<Void> requireFree(ApprovalAction action, String reference) {
    return Approval.waiting(action, reference)
        .chain(waiting -> database.now().invoke(now -> requireFree(waiting, now)))
        .replaceWithVoid();
  }

  private static void requireFree(Optional<Approval> waiting, Instant now) {
    if (waiting.filter(approval -> !approval.isExpired(now)).isPresent()) {
      throw OperatorFault.REFERENCE_OF_ANOTHER_MOVEMENT.asException();
    }
  }
}
