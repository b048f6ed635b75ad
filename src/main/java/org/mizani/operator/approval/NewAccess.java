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
 * Wait of operators whose access others have given them a short time ago, or whose secret others
 * have given them: until then they have no part in an approval. Otherwise an administrator makes a
 * second person, and is both (ADR 25).
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
   * Requires that neither the approver of a request nor its requester has new access, or a secret
   * that another operator has given.
   *
   * @throws ApiFault.ApiException (as failure) 403, for new access with the end of the wait
   */
  Uni<Void> requireNone(Actor approver, Approval approval) {
    String requester = approval.requestedBy();
    return requireOwnSecret(approver.key(), OperatorFault.SECRET_GIVEN)
        .chain(() -> requireOld(approver.key(), OperatorFault::accessIsNew))
        .chain(() -> requireOwnSecret(requester, OperatorFault.REQUESTERS_SECRET_GIVEN))
        .chain(() -> requireOld(requester, OperatorFault::requesterIsNew));
  }

  private Uni<Void> requireOwnSecret(String key, ApiFault refusal) {
    return rules.ownSecrets()
        ? operators.hasGivenSecret(key).invoke(given -> refuse(given, refusal)).replaceWithVoid()
        : Uni.createFrom().voidItem();
  }

  private static void refuse(boolean given, ApiFault refusal) {
    if (given) {
      throw refusal.asException();
    }
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
