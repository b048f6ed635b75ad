package org.mizani.operator.webhook;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.Optional;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.business.BusinessRepository;
import org.mizani.fault.ApiFault;
import org.mizani.http.IsoTimestamp;
import org.mizani.http.PublicIds;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.webhook.WebhookReplays;
import org.mizani.webhook.delivery.DeliveryReplays;
import org.mizani.webhook.delivery.DeliveryReplays.Range;

/**
 * {@code POST /operator/businesses/{businessId}/webhook-deliveries/replay}: replays the dead
 * deliveries of a business.
 */
@Path("/operator/businesses/{businessId}/webhook-deliveries/replay")
public class DeadWebhookReplayResource {

  private final CurrentOperator operator;
  private final BusinessRepository businesses;
  private final DeliveryReplays replays;

  DeadWebhookReplayResource(
      CurrentOperator operator, BusinessRepository businesses, DeliveryReplays replays) {
    this.operator = operator;
    this.businesses = businesses;
    this.replays = replays;
  }

  /** Number of replayed deliveries. */
  public record Replayed(int replayed) {}

  /** Replays the dead deliveries of a business that were written in a time range. */
  @POST
  @Cancellable(false)
  public Uni<Replayed> replayDead(
      @RestPath String businessId, @RestQuery String from, @RestQuery String to) {
    Actor actor = operator.get();
    Optional<IsoTimestamp> start = IsoTimestamp.find("from", from);
    Optional<IsoTimestamp> end = IsoTimestamp.find("to", to);
    if (start.isEmpty() || end.isEmpty()) {
      throw ApiFault.FROM_AND_TO_REQUIRED.at(start.isEmpty() ? "from" : "to").asException();
    }
    if (!start.get().instant().isBefore(end.get().instant())) {
      throw ApiFault.invalid("from", "must be before to").asException();
    }
    UUID business = PublicIds.business(businessId);
    return businesses
        .read(business)
        .chain(found -> replayAll(actor, new Range(business, found.id(), start.get(), end), 0))
        .map(Replayed::new);
  }

  /**
   * Replays batch after batch, each with its audit entry, so no number of deliveries is too large.
   */
  private Uni<Integer> replayAll(Actor actor, Range range, int before) {
    return replays
        .replayDead(actor, range)
        .chain(
            count ->
                count < WebhookReplays.MOST_AT_ONCE
                    ? Uni.createFrom().item(before + count)
                    : replayAll(actor, range, before + count));
  }
}
