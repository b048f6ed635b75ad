package org.mizani.payout.bulk;

import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;

/** Filter of batches: without a place for it a batch is refused before its body is read. */
@Singleton
public class BulkFilter {

  private static final String PATH = "/business/payouts/bulk";

  /** Behind the check of credentials, and of the announced size. */
  private static final int LAST = Priorities.USER + 2000;

  private final BulkPlaces places;
  private final CurrentCaller caller;

  // The framework creates its filters at build time: the places are a client proxy.
  BulkFilter(BulkPlaces places, CurrentCaller caller) {
    this.places = places;
    this.caller = caller;
  }

  /**
   * Takes a place for a batch.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 403 if the key may not pay, 503 without a place
   */
  @ServerRequestFilter(preMatching = true, priority = LAST)
  public void takePlace(ContainerRequestContext request, RoutingContext exchange) {
    if (request.getMethod().equals(HttpMethod.POST)
        && request.getUriInfo().getPath().equals(PATH)) {
      places.take(exchange, caller.get(KeyScope.PAY).businessId());
    }
  }
}
