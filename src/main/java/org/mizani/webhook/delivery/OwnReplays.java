package org.mizani.webhook.delivery;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.apikey.ApiKeyEntries;
import org.mizani.apikey.LockedCallers;
import org.mizani.business.KeyScope;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.SharedBulkhead;
import org.mizani.fault.ApiFault;
import org.mizani.fault.WebhookFault;
import org.mizani.http.IsoTimestamp;
import org.mizani.webhook.RecordedDelivery;

/**
 * Replays of a business's own deliveries (ADR 38). Each is made beside few others, of which none is
 * of the same business, under the business's lock, by a key that is read again under it, and in one
 * transaction with its audit entry and its answer: no replay is told as none.
 */
@Singleton
final class OwnReplays {

  /**
   * One replay of dead deliveries of a business: one of another pod is refused, not kept waiting.
   */
  private static final String TURN =
      "SELECT pg_try_advisory_xact_lock(hashtext('webhook_replay'), hashint8($1)) AS mine";

  private final DeliveryReplays replays;
  private final ReplayCounts counts;
  private final PendingRoom pending;
  private final LockedCallers callers;
  private final Database database;
  private final SharedBulkhead atOnce;
  private final int most;

  OwnReplays(
      DeliveryReplays replays,
      ReplayCounts counts,
      PendingRoom pending,
      LockedCallers callers,
      Database database,
      ReplayConfig config,
      DatabaseConfig databaseConfig) {
    config.validate();
    this.replays = replays;
    this.counts = counts;
    this.pending = pending;
    this.callers = callers;
    this.database = database;
    this.atOnce = new SharedBulkhead(config.replays().atOnce(), databaseConfig.timeout());
    this.most = config.replays().most();
  }

  /**
   * One delivery.
   *
   * @throws ApiFault.ApiException (as failure) 404 for another business's too
   */
  Uni<RecordedDelivery> delivery(Caller caller, UUID id) {
    return replays.delivery(id).invoke(delivery -> requireOwn(caller, delivery));
  }

  /**
   * Replays one delivery, and answers it as it is then.
   *
   * @throws ApiFault.ApiException (as failure) 401 if the caller's key has ended by now; 403 if the
   *     business is suspended by now; 404 for another business's delivery, or an erased one; 409 if
   *     it is pending, or was replayed as often as may be; 429 if the business's day is used up
   */
  Uni<RecordedDelivery> replay(Caller caller, String requestId, UUID id) {
    return atOnce.take(
        caller.businessId(),
        () ->
            replays.sentAfter(
                () ->
                    callers
                        .lock(caller, KeyScope.MANAGE)
                        .chain(() -> delivery(caller, id))
                        .invoke(this::requireFewReplays)
                        .chain(() -> replays.replayed(ApiKeyEntries.actor(caller, requestId), id))
                        // Last, so that one that cannot be replayed is told as such.
                        .call(() -> counts.count(caller.businessId()))));
  }

  /**
   * Replays dead deliveries that were written since a time, the oldest first.
   *
   * @return how many
   * @throws ApiFault.ApiException (as failure) 401 and 403 as {@link #replay}; 409 while another
   *     pod makes such a replay of the business, or it is near its cap of pending deliveries
   */
  Uni<Integer> replayDead(Caller caller, String requestId, IsoTimestamp since) {
    DeliveryReplays.Range range =
        new DeliveryReplays.Range(caller.publicId(), caller.businessId(), since, Optional.empty());
    return atOnce.take(
        caller.businessId(),
        () ->
            replays.sentAfter(
                () ->
                    takeTurn(caller)
                        .chain(() -> requireRoom(caller))
                        .chain(() -> callers.lock(caller, KeyScope.MANAGE))
                        .chain(
                            () ->
                                replays.replayedDead(
                                    ApiKeyEntries.actor(caller, requestId), range))));
  }

  private Uni<Void> takeTurn(Caller caller) {
    return database
        .one(TURN, Tuple.of(caller.businessId()), row -> row.getBoolean("mine"))
        .invoke(
            mine -> {
              if (!mine) {
                throw WebhookFault.REPLAY_UNDER_WAY.asException();
              }
            })
        .replaceWithVoid();
  }

  private Uni<Void> requireRoom(Caller caller) {
    return pending
        .isNearTheCap(caller.businessId())
        .invoke(
            near -> {
              if (near) {
                throw WebhookFault.TOO_MANY_PENDING.asException();
              }
            })
        .replaceWithVoid();
  }

  private static void requireOwn(Caller caller, RecordedDelivery delivery) {
    if (!delivery.businessId().equals(caller.publicId().toString())) {
      throw WebhookFault.DELIVERY_NOT_FOUND.asException();
    }
  }

  /** A pending one is refused as such, however often it was replayed. */
  private void requireFewReplays(RecordedDelivery delivery) {
    if (delivery.nextAttemptAt() == null && delivery.replays() >= most) {
      throw WebhookFault.TOO_MANY_REPLAYS.asException();
    }
  }
}
