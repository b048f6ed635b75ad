package org.mizani.webhook.delivery;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.access.Caller;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;
import org.mizani.fault.ApiFault;
import org.mizani.fault.WebhookFault;
import org.mizani.http.ExchangeFilter;
import org.mizani.http.IsoTimestamp;
import org.mizani.http.PublicIds;
import org.mizani.http.QueryNames;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.ListFilter;
import org.mizani.paging.PaymentSearch;
import org.mizani.webhook.DeliveryRepository;
import org.mizani.webhook.RecordedAttempt;
import org.mizani.webhook.RecordedDelivery;
import org.mizani.webhook.WebhookReplays;

/** {@code /business/webhook-deliveries}: a business's own deliveries, and replays (ADR 38). */
@Path("/business/webhook-deliveries")
public class OwnDeliveryResource {

  private static final ListFilter.Kind KIND =
      new ListFilter.Kind(
          "business/webhook-deliveries", DeliveryRepository.statuses(), DeliveryRepository::status);

  private static final Set<String> OF_LIST = Set.of("status", "since", "limit", "cursor");
  private static final Set<String> OF_REPLAY = Set.of("since");
  private static final int ACCEPTED = 202;

  private final CurrentCaller caller;
  private final DeliveryRepository deliveries;
  private final OwnDeliveries own;
  private final OwnReplays replays;
  private final SentBodies bodies;
  private final CursorCodec cursors;

  // A proxy for that of the current request.
  private final RoutingContext exchange;

  OwnDeliveryResource(
      CurrentCaller caller,
      DeliveryRepository deliveries,
      OwnDeliveries own,
      OwnReplays replays,
      SentBodies bodies,
      CursorCodec cursors,
      RoutingContext exchange) {
    this.caller = caller;
    this.deliveries = deliveries;
    this.own = own;
    this.replays = replays;
    this.bodies = bodies;
    this.cursors = cursors;
    this.exchange = exchange;
  }

  /**
   * A delivery with its attempts.
   *
   * @param body that was sent, without its static signature; null once it was erased
   */
  record OwnDelivery(
      @JsonUnwrapped RecordedDelivery delivery, List<RecordedAttempt> attempts, ObjectNode body) {

    @Override
    public String toString() {
      return "OwnDelivery[" + delivery.id() + "]";
    }
  }

  /**
   * Answer to a replay of dead deliveries.
   *
   * @param more whether others may be left, because one call replays no more
   */
  record Replayed(int replayed, boolean more) {}

  /** The deliveries of the business, newest first. */
  @GET
  public Uni<ListAnswer<RecordedDelivery>> list(
      @RestQuery String status,
      @RestQuery String since,
      @RestQuery String limit,
      @RestQuery String cursor) {
    Caller business = caller.get(KeyScope.READ);
    QueryNames.requireOnly(exchange, OF_LIST);
    Optional<Instant> from = IsoTimestamp.find("since", since).map(IsoTimestamp::inMicros);
    PaymentSearch search =
        new PaymentSearch(Optional.empty(), Optional.empty(), from, Optional.empty(), List.of());
    return new ListFilter.Query(status, business.publicId().toString(), null, null, limit, cursor)
        .answer(KIND, search, cursors, filter -> own.list(business, filter));
  }

  /** One delivery with its attempts and its body. */
  @GET
  @Path("/{id}")
  public Uni<OwnDelivery> read(@RestPath String id) {
    Caller business = caller.get(KeyScope.READ);
    UUID known = idOf(id);
    return replays
        .delivery(business, known)
        .chain(
            delivery ->
                deliveries
                    .attemptsOf(known)
                    .chain(
                        attempts ->
                            bodies
                                .of(known)
                                .map(
                                    body ->
                                        new OwnDelivery(delivery, attempts, body.orElse(null)))));
  }

  /** Replays one delivery, which must be delivered or dead. */
  @POST
  @Path("/{id}/replay")
  @ResponseStatus(ACCEPTED)
  @Cancellable(false)
  public Uni<RecordedDelivery> replay(@RestPath String id) {
    Caller business = caller.get(KeyScope.MANAGE);
    return replays.replay(business, requestId(), idOf(id));
  }

  /** Replays the dead deliveries that were written since a time, the oldest first. */
  @POST
  @Path("/replay")
  @Cancellable(false)
  public Uni<Replayed> replayDead(@RestQuery String since) {
    Caller business = caller.get(KeyScope.MANAGE);
    QueryNames.requireOnly(exchange, OF_REPLAY);
    IsoTimestamp from =
        IsoTimestamp.find("since", since).orElseThrow(ApiFault.required("since")::asException);
    return replays
        .replayDead(business, requestId(), from)
        .map(count -> new Replayed(count, count == WebhookReplays.MOST_AT_ONCE));
  }

  private String requestId() {
    return exchange.request().getHeader(ExchangeFilter.REQUEST_ID);
  }

  private static UUID idOf(String id) {
    return PublicIds.read(id, WebhookFault.DELIVERY_NOT_FOUND);
  }
}
