package org.mizani.operator.webhook;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.UUID;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.fault.WebhookFault;
import org.mizani.http.PublicIds;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.ListFilter;
import org.mizani.webhook.DeliveryRepository;
import org.mizani.webhook.RecordedAttempt;
import org.mizani.webhook.RecordedDelivery;
import org.mizani.webhook.delivery.DeliveryReplays;

/**
 * {@code /operator/webhook-deliveries}: lists deliveries, shows one with its attempts, replays it.
 */
@Path("/operator/webhook-deliveries")
public class WebhookDeliveryResource {

  private static final ListFilter.Kind KIND =
      new ListFilter.Kind(
          "operator/webhook-deliveries", DeliveryRepository.statuses(), DeliveryRepository::status);

  private static final int ACCEPTED = 202;

  private final CurrentOperator operator;
  private final DeliveryRepository deliveries;
  private final DeliveryReplays replays;
  private final CursorCodec cursors;

  WebhookDeliveryResource(
      CurrentOperator operator,
      DeliveryRepository deliveries,
      DeliveryReplays replays,
      CursorCodec cursors) {
    this.operator = operator;
    this.deliveries = deliveries;
    this.replays = replays;
    this.cursors = cursors;
  }

  /** A delivery with its attempts. */
  public record DeliveryHistory(
      @JsonUnwrapped RecordedDelivery delivery, List<RecordedAttempt> attempts) {}

  /** Deliveries of all businesses, newest first. */
  @GET
  public Uni<ListAnswer<RecordedDelivery>> list(
      @RestQuery String status,
      @RestQuery String businessId,
      @RestQuery String limit,
      @RestQuery String cursor) {
    operator.require();
    return new ListFilter.Query(status, businessId, null, null, limit, cursor)
        .answer(KIND, cursors, deliveries::list);
  }

  /** One delivery with its attempts. */
  @GET
  @Path("/{id}")
  public Uni<DeliveryHistory> read(@RestPath String id) {
    operator.require();
    UUID known = idOf(id);
    return replays
        .delivery(known)
        .chain(
            delivery ->
                deliveries
                    .attemptsOf(known)
                    .map(attempts -> new DeliveryHistory(delivery, attempts)));
  }

  /** Replays one delivery, which must be delivered or dead. */
  @POST
  @Path("/{id}/replay")
  @ResponseStatus(ACCEPTED)
  @Cancellable(false)
  public Uni<RecordedDelivery> replay(@RestPath String id) {
    Actor actor = operator.get();
    UUID known = idOf(id);
    return replays.replay(actor, known);
  }

  private static UUID idOf(String id) {
    return PublicIds.read(id, WebhookFault.DELIVERY_NOT_FOUND);
  }
}
