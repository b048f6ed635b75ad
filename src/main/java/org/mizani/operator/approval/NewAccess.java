package org.mizani.operator.approval;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.mizani.audit.Actor;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.fault.OperatorFault;
import org.mizani.operator.access.Requesters;

/**
 * Wait of operators whose access others have given them a short time ago: for that time they have
 * no part in an approval. Otherwise an administrator makes a second person, and is both (ADR 25).
 */
@Singleton
final class NewAccess {

  private final Requesters operators;
  private final ApprovalRules rules;
  private final Database database;

  NewAccess(Requesters operators, ApprovalRules rules, Database database) {
    this.operators = operators;
    this.rules = rules;
    this.database = database;
  }

  /**
   * Requires that neither the approver of a request nor its requester has new access.
   *
   * @throws ApiFault.ApiException (as failure) 403 with the end of the wait
   */
  Uni<Void> requireNone(Actor approver, Approval approval) {
    return requireOld(approver.key(), OperatorFault::accessIsNew)
        .chain(() -> requireOld(approval.requestedBy(), OperatorFault::requesterIsNew));
  }

  private Uni<Void> requireOld(String key, Function<Instant, ApiFault> refusal) {
    return operators
        .accessGivenAt(key)
        .map(given -> given.map(time -> time.plus(rules.newAccessWaits())))
        .chain(end -> database.now().invoke(now -> requireOver(end, now, refusal)))
        .replaceWithVoid();
  }

  private static void requireOver(
      Optional<Instant> end, Instant now, Function<Instant, ApiFault> refusal) {
    if (end.filter(now::isBefore).isPresent()) {
      throw refusal.apply(end.get()).asException();
    }
  }
}
