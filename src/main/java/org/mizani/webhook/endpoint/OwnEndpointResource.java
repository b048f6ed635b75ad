package org.mizani.webhook.endpoint;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.access.Caller;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;
import org.mizani.fault.ApiFault;
import org.mizani.fault.WebhookFault;
import org.mizani.http.ExchangeFilter;
import org.mizani.http.Fields;
import org.mizani.http.PublicIds;
import org.mizani.http.QueryNames;
import org.mizani.repeat.RepeatedRequests;
import org.mizani.webhook.RecordedDelivery;
import org.mizani.webhook.endpoint.OwnEndpoints.Sender;

/** {@code /business/webhook-endpoints}: a business manages its own endpoints (ADR 39). */
@Path("/business/webhook-endpoints")
@Cancellable(false)
public class OwnEndpointResource {

  private final CurrentCaller caller;
  private final OwnEndpoints own;
  private final EndpointTests tests;
  private final RepeatedRequests repeats;

  // A proxy for that of the current request.
  private final RoutingContext exchange;

  OwnEndpointResource(
      CurrentCaller caller,
      OwnEndpoints own,
      EndpointTests tests,
      RepeatedRequests repeats,
      RoutingContext exchange) {
    this.caller = caller;
    this.own = own;
    this.tests = tests;
    this.repeats = repeats;
    this.exchange = exchange;
  }

  /** Answer with all endpoints of a business, which are few. */
  record EndpointList(List<OwnEndpointAnswer> items) {}

  /** The endpoints of the business, newest first, without their secrets. */
  @GET
  public Uni<EndpointList> list() {
    Caller business = caller.get(KeyScope.MANAGE);
    QueryNames.requireOnly(exchange, Set.of());
    return own.list(business)
        .map(found -> new EndpointList(found.stream().map(OwnEndpointAnswer::of).toList()));
  }

  /**
   * Makes an endpoint. Its secret is in this answer alone.
   *
   * @throws ApiFault.ApiException 400 for the first field that breaks its rule; as {@link
   *     OwnEndpoints#create}
   */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(201)
  public Uni<OwnEndpointAnswer> create(EndpointForm form) {
    Sender sender = sender();
    Fields.requireBody(form);
    return own.create(sender, form.parsed(), repeats.key(sender.caller()));
  }

  /** One endpoint. */
  @GET
  @Path("/{id}")
  public Uni<OwnEndpointAnswer> read(@RestPath String id) {
    Caller business = caller.get(KeyScope.MANAGE);
    return own.find(business, idOf(id)).map(OwnEndpointAnswer::of);
  }

  /** Deletes an endpoint: it gets no more webhooks, and its URL and secrets are erased. */
  @DELETE
  @Path("/{id}")
  public Uni<OwnEndpointAnswer> delete(@RestPath String id) {
    Sender sender = sender();
    return own.delete(sender, idOf(id)).map(OwnEndpointAnswer::of);
  }

  /** Disables an endpoint; one that is disabled already stays as it is. */
  @POST
  @Path("/{id}/disable")
  public Uni<OwnEndpointAnswer> disable(@RestPath String id) {
    Sender sender = sender();
    return own.disable(sender, idOf(id)).map(OwnEndpointAnswer::of);
  }

  /** Enables an endpoint; one that is enabled already stays as it is. */
  @POST
  @Path("/{id}/enable")
  public Uni<OwnEndpointAnswer> enable(@RestPath String id) {
    Sender sender = sender();
    return own.enable(sender, idOf(id)).map(OwnEndpointAnswer::of);
  }

  /** Gives an endpoint another secret, which is in this answer alone. */
  @POST
  @Path("/{id}/rotate-secret")
  @ResponseStatus(201)
  public Uni<OwnEndpointAnswer> rotate(@RestPath String id) {
    Sender sender = sender();
    return own.rotate(sender, idOf(id));
  }

  /** Sends a test event to an endpoint. */
  @POST
  @Path("/{id}/test")
  @ResponseStatus(202)
  public Uni<RecordedDelivery> test(@RestPath String id) {
    Caller business = caller.get(KeyScope.MANAGE);
    return tests.test(business, idOf(id));
  }

  private Sender sender() {
    return new Sender(
        caller.get(KeyScope.MANAGE), exchange.request().getHeader(ExchangeFilter.REQUEST_ID));
  }

  private static UUID idOf(String id) {
    return PublicIds.read(id, WebhookFault.ENDPOINT_NOT_FOUND);
  }
}
