package org.mizani.operator.webhook;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.fault.ApiFault;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListFilter;
import org.mizani.webhook.DeliveryRepository;
import org.mizani.webhook.RecordedAttempt;
import org.mizani.webhook.RecordedDelivery;

/** {@code /operator/webhook-deliveries}: what became of webhooks. */
@Path("/operator/webhook-deliveries")
public class WebhookDeliveryResource {

  private static final ListFilter.Kind KIND =
      new ListFilter.Kind(
          "operator/webhook-deliveries", DeliveryRepository.statuses(), DeliveryRepository::status);

  private final CurrentOperator operator;
  private final CursorCodec cursors;
  private final DeliveryRepository register;

  WebhookDeliveryResource(
      CurrentOperator operator, CursorCodec cursors, DeliveryRepository register) {
    this.operator = operator;
    this.cursors = cursors;
    this.register = register;
  }

  /** Deliveries, newest first. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RecordedDeliveries(List<RecordedDelivery> items, String nextCursor) {}

  /** A delivery with its attempts. */
  public record DeliveryHistory(
      @JsonUnwrapped RecordedDelivery delivery, List<RecordedAttempt> attempts) {}

  /** Deliveries of all businesses, newest first. */
  @GET
  public Uni<RecordedDeliveries> list(
      @RestQuery String status,
      @RestQuery String businessId,
      @RestQuery String limit,
      @RestQuery String cursor) {
    operator.get();
    ListFilter filter =
        new ListFilter.Query(status, businessId, null, null, limit, cursor).parse(KIND, cursors);
    return register
        .list(filter)
        .map(page -> new RecordedDeliveries(page.items(), cursors.next(filter.list(), page)));
  }

  /** One delivery with its attempts. */
  @GET
  @Path("/{id}")
  public Uni<DeliveryHistory> read(@RestPath String id) {
    operator.get();
    return register
        .find(WebhookReplayResource.idOf(id))
        .map(found -> found.orElseThrow(ApiFault.DELIVERY_NOT_FOUND::asException))
        .chain(
            delivery ->
                register
                    .attemptsOf(WebhookReplayResource.idOf(id))
                    .map(attempts -> new DeliveryHistory(delivery, attempts)));
  }
}
