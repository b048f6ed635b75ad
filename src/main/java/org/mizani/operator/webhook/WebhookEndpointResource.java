package org.mizani.operator.webhook;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.fault.WebhookFault;
import org.mizani.http.PublicIds;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.webhook.endpoint.BusinessEndpoints;
import org.mizani.webhook.endpoint.ListedEndpoint;

/**
 * {@code /operator/businesses/{businessId}/webhook-endpoints}: lists the endpoints that a business
 * has made, and disables one.
 */
@Path("/operator/businesses/{businessId}/webhook-endpoints")
public class WebhookEndpointResource {

  private final CurrentOperator operator;
  private final BusinessEndpoints endpoints;

  WebhookEndpointResource(CurrentOperator operator, BusinessEndpoints endpoints) {
    this.operator = operator;
    this.endpoints = endpoints;
  }

  /** Answer with all endpoints of a business, which are few. */
  public record WebhookEndpoints(List<ListedEndpoint> items) {}

  /** The endpoints of a business, newest first. */
  @GET
  public Uni<WebhookEndpoints> list(@RestPath String businessId) {
    operator.require();
    return endpoints.list(PublicIds.business(businessId)).map(WebhookEndpoints::new);
  }

  /** Disables an endpoint; one that is disabled already stays as it is. */
  @POST
  @Path("/{endpointId}/disable")
  @Cancellable(false)
  public Uni<ListedEndpoint> disable(@RestPath String businessId, @RestPath String endpointId) {
    Actor actor = operator.get();
    UUID business = PublicIds.business(businessId);
    return endpoints.disable(
        actor, business, PublicIds.read(endpointId, WebhookFault.ENDPOINT_NOT_FOUND));
  }
}
