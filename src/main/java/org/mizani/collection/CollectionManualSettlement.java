package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.mizani.collection.CollectionBooking.Settlement;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.collection.CollectionSettlement.Effect;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.database.Database;
import org.mizani.database.SqlState;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.OperatorFault;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.FailureCode;
import org.mizani.work.PollSchedule;

/**
 * Manual settlement of pending collections. An operator's decision is applied like a rail's answer:
 * the wallet is credited and the webhook written, once, even if a pod polls the collection.
 */
@Singleton
public final class CollectionManualSettlement {

  /** The status, and the seconds that an operator or a prompt may keep it yet. */
  private static final String READ_STATUS =
      """
      SELECT c.status,
             greatest(
               ceil(extract(epoch FROM greatest(q.by_hand_until, q.leased_until) - now())),
               1)::bigint AS seconds
      FROM collection c LEFT JOIN collection_due q ON q.id = c.id
      WHERE c.id = $1
      """;

  private final Database database;
  private final CollectionLeases collectionLeases;
  private final CollectionSettlement settlement;
  private final CollectionWebhook webhooks;
  private final Duration claim;
  private final PollSchedule schedule;

  CollectionManualSettlement(
      Database database,
      CollectionLeases collectionLeases,
      CollectionSettlement settlement,
      CollectionWebhook webhooks,
      CollectionConfig config) {
    this.database = database;
    this.collectionLeases = collectionLeases;
    this.settlement = settlement;
    this.webhooks = webhooks;
    this.claim = config.settlement().lease();
    this.schedule = config.settlement().polls();
  }

  /**
   * Verdict of an operator.
   *
   * @param status a final one
   * @param paymentReference the network's reference of the payment, for a success
   */
  public record Verdict(CollectionStatus status, Optional<String> paymentReference) {

    public Verdict {
      if (!status.isFinal()) {
        throw new IllegalArgumentException("not a final status");
      }
    }
  }

  /**
   * Settles a collection. As after an expiry, the rail is polled on: for a late payment, or for a
   * word that it was not paid after all. A success is credited, and flagged, if the collection was
   * cancelled in this very moment.
   *
   * @param note runs in the transaction of the settlement, after it; if it fails, the collection
   *     stays as it is
   * @throws ApiException (as failure) as {@link #claim}, and 409 {@code collection is final} if the
   *     rail was quicker
   */
  public Uni<Void> settle(UUID id, Verdict verdict, Supplier<Uni<Void>> note) {
    return claim(id, verdict)
        .chain(settle -> database.inTransaction(() -> settle.get().chain(() -> note.get())));
  }

  /**
   * Claims a collection for an operator. The claim is committed before the settlement begins: it
   * locks the collection, and settling locks the wallet first.
   *
   * @return the settlement, for a transaction of the caller; it fails as {@link #settle}
   * @throws ApiException (as failure) 404 {@code collection not found}; 409 {@code collection is
   *     final}; 409 {@code collection is being settled} by another operator, or while its customer
   *     is being prompted, with when to try again
   */
  public Uni<Supplier<Uni<Void>>> claim(UUID id, Verdict verdict) {
    return collectionLeases
        .claimByHand(id, claim)
        .chain(
            claimed ->
                claimed
                    .map(collection -> item(() -> apply(collection, verdict)))
                    .orElseGet(() -> refuse(id)));
  }

  private static Uni<Supplier<Uni<Void>>> item(Supplier<Uni<Void>> settlement) {
    return Uni.createFrom().item(() -> settlement);
  }

  private Uni<Void> apply(PendingCollection collection, Verdict verdict) {
    Settle decision = decision(verdict);
    Duration watchAfter = schedule.waitAfter(collection.calls());
    return settlement
        .applyAlone(
            new Settlement(
                collection, decision, Optional.of(watchAfter), webhooks.of(collection, decision)))
        .onFailure(SqlState::isLockNotAvailable) // of the wallet
        .transform(locked -> OperatorFault.COLLECTION_BEING_SETTLED.retryIn(claim).asException())
        .chain(
            effect ->
                effect == Effect.NONE
                    ? OperatorFault.COLLECTION_FINAL.asFailure()
                    : Uni.createFrom().voidItem());
  }

  /**
   * Requires that a collection can be settled, now or soon.
   *
   * @throws ApiException (as failure) 404 {@code collection not found}; 409 {@code collection is
   *     final}
   */
  public Uni<Void> requirePending(UUID id) {
    return database
        .find(READ_STATUS, Tuple.of(id), CollectionManualSettlement::isFinal)
        .map(found -> found.orElseThrow(ApiFault.COLLECTION_NOT_FOUND::asException))
        .chain(
            isFinal ->
                isFinal ? OperatorFault.COLLECTION_FINAL.asFailure() : Uni.createFrom().voidItem());
  }

  /** Without the operator's reason: the partner reads the message. */
  private static Settle decision(Verdict verdict) {
    CollectionStatus status = verdict.status();
    FailureCode otherwise =
        status == CollectionStatus.CANCELLED ? FailureCode.CANCELLED : FailureCode.UNSPECIFIED;
    return verdict
        .paymentReference()
        .map(reference -> Settle.paid(new Collected(reference, Optional.empty())))
        .orElseGet(() -> Settle.unpaid(status, otherwise));
  }

  private <T> Uni<T> refuse(UUID id) {
    return database
        .find(READ_STATUS, Tuple.of(id), CollectionManualSettlement::refusal)
        .chain(refusal -> refusal.orElse(ApiFault.COLLECTION_NOT_FOUND).asFailure());
  }

  private static ApiFault refusal(Row collection) {
    return isFinal(collection)
        ? OperatorFault.COLLECTION_FINAL
        : OperatorFault.COLLECTION_BEING_SETTLED.retryIn(
            Duration.ofSeconds(collection.getLong("seconds")));
  }

  private static boolean isFinal(Row collection) {
    return CollectionStatus.ofCode(collection.getString("status")).isFinal();
  }
}
