package org.mizani.operator.approval;

import io.smallrye.mutiny.Uni;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.mizani.audit.Actor;

/**
 * Operation that was held until another operator approves it.
 *
 * @param <R> the request, as it was stored
 */
public interface HeldOperation<R> {

  /** The actions that this operation has. */
  Set<ApprovalAction> actions();

  /** The type of its requests. */
  Class<R> type();

  /**
   * Makes the operation ready, outside of any transaction: it asks networks and takes claims.
   *
   * @param requester the operator that asked for it
   * @return the operation with its audit entry, to be run within the transaction of the approval
   */
  Uni<Supplier<Uni<Void>>> ready(Actor requester, R request);

  /** The fields that only the request's own page shows, and only while it waits. */
  default Map<String, Object> confidential(R request) {
    return Map.of();
  }
}
