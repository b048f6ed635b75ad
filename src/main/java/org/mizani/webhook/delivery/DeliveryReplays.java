package org.mizani.webhook.delivery;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.fault.WebhookFault;
import org.mizani.http.IsoTimestamp;
import org.mizani.webhook.DeliveryRepository;
import org.mizani.webhook.RecordedDelivery;
import org.mizani.webhook.WebhookReplays;

/** Replays by operators and businesses, each in one transaction with its audit entry. */
@Singleton
public final class DeliveryReplays {

  private static final Instant NO_END = Instant.parse("9999-12-31T00:00:00Z");

  private final DeliveryRepository deliveries;
  private final WebhookReplays replays;
  private final AuditLog audit;
  private final Database database;

  DeliveryReplays(
      DeliveryRepository deliveries, WebhookReplays replays, AuditLog audit, Database database) {
    this.deliveries = deliveries;
    this.replays = replays;
    this.audit = audit;
    this.database = database;
  }

  /** Time range of a business's deliveries; the end is exclusive, and none means all since. */
  public record Range(
      UUID business, long businessId, IsoTimestamp from, Optional<IsoTimestamp> to) {}

  /**
   * One delivery.
   *
   * @throws ApiFault.ApiException (as failure) 404 {@code delivery not found}
   */
  public Uni<RecordedDelivery> delivery(UUID id) {
    return deliveries
        .find(id)
        .map(found -> found.orElseThrow(WebhookFault.DELIVERY_NOT_FOUND::asException));
  }

  /**
   * Replays one delivery, and answers it as it is then.
   *
   * @throws ApiFault.ApiException (as failure) 404 {@code delivery not found}, also where its body
   *     was erased; 409 {@code delivery is pending}, or {@code webhook endpoint is disabled}
   */
  public Uni<RecordedDelivery> replay(Actor actor, UUID id) {
    return sentAfter(() -> replayed(actor, id));
  }

  /**
   * Replays up to {@link WebhookReplays#MOST_AT_ONCE} dead deliveries, the oldest first, and
   * answers how many. Without any there is no audit entry.
   */
  public Uni<Integer> replayDead(Actor actor, Range range) {
    return sentAfter(() -> replayedDead(actor, range));
  }

  /** Runs replays in one transaction, and has them sent after it. */
  <T> Uni<T> sentAfter(Supplier<Uni<T>> replay) {
    return database.inTransaction(replay).invoke(replays::sendNow);
  }

  /** The same as {@link #replay}, as a part of the caller's transaction. */
  Uni<RecordedDelivery> replayed(Actor actor, UUID id) {
    return audit
        .audited(actor, () -> replayEnded(id), status -> entry(id, status))
        .chain(() -> delivery(id));
  }

  /** The same as {@link #replayDead}, as a part of the caller's transaction. */
  Uni<Integer> replayedDead(Actor actor, Range range) {
    Instant to = range.to().map(IsoTimestamp::inMicros).orElse(NO_END);
    return replays
        .replayDead(range.businessId(), range.from().inMicros(), to)
        .call(
            count ->
                count == 0 ? Uni.createFrom().voidItem() : audit.write(actor, entry(range, count)));
  }

  /** Replays a delivery; the item is the status before. */
  private Uni<String> replayEnded(UUID id) {
    return delivery(id)
        .call(this::requireReceiver)
        .chain(() -> replays.replay(id))
        .chain(
            status ->
                status.map(ended -> Uni.createFrom().item(ended)).orElseGet(() -> refuse(id)));
  }

  /** To an endpoint that is not enabled a replay would be dead again. */
  private Uni<Void> requireReceiver(RecordedDelivery delivery) {
    return delivery.endpointId() == null
        ? Uni.createFrom().voidItem()
        : replays
            .isSentTo(UUID.fromString(delivery.endpointId()))
            .invoke(
                sent -> {
                  if (!sent) {
                    throw WebhookFault.ENDPOINT_DISABLED.asException();
                  }
                })
            .replaceWithVoid();
  }

  /**
   * Refuses a delivery that was not replayed: without a body it is not found. Any other one was
   * pending, also if it has been delivered since.
   */
  private Uni<String> refuse(UUID id) {
    return delivery(id)
        .chain(() -> replays.hasBody(id))
        .map(
            kept -> {
              throw (kept ? WebhookFault.DELIVERY_PENDING : WebhookFault.DELIVERY_NOT_FOUND)
                  .asException();
            });
  }

  private static Entry entry(UUID id, String status) {
    return new Entry(
        "webhook-delivery.replay",
        "webhook-delivery/" + id,
        Map.of("status", status),
        Map.of("status", "pending"));
  }

  private static Entry entry(Range range, int count) {
    Map<String, Object> after = new LinkedHashMap<>();
    after.put("from", range.from().text());
    range.to().ifPresent(to -> after.put("to", to.text()));
    after.put("replayed", count);
    return new Entry(
        "webhook-delivery.replay_dead",
        AuditLog.business(range.business()) + "/webhook-deliveries",
        Map.of(),
        after);
  }
}
