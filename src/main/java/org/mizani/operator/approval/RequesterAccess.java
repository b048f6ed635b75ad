package org.mizani.operator.approval;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.OperatorFault;
import org.mizani.operator.access.Requesters;

/** Access that the requester of a request still needs when another operator approves it. */
@Singleton
final class RequesterAccess {

  private final Requesters requesters;

  RequesterAccess(Requesters requesters) {
    this.requesters = requesters;
  }

  /**
   * Requires that access, which stays as it is until the transaction ends.
   *
   * @throws ApiException (as failure) 409 if the requester may not do it any more, or the operation
   *     is for its requester, who has another access by now
   */
  Uni<Void> require(Approval approval) {
    return requesters
        .require(approval.requestedBy(), approval.action().least())
        .invoke(epoch -> requireSame(approval, epoch))
        .replaceWithVoid();
  }

  private static void requireSame(Approval approval, Optional<Long> epoch) {
    if (approval.action().isForItsRequester() && !approval.requesterEpoch().equals(epoch)) {
      throw OperatorFault.REQUESTER_CHANGED.asException();
    }
  }

  /** The refusal of {@link #require}, by which nobody can approve a request; empty without one. */
  Uni<Optional<String>> lapse(Approval approval) {
    return require(approval)
        .replaceWith(Optional.<String>empty())
        .onFailure(ApiException.class)
        .recoverWithItem(refusal -> Optional.of(refusal.getMessage()));
  }
}
