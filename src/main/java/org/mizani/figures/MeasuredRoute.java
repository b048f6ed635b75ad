package org.mizani.figures;

import io.quarkus.resteasy.reactive.server.runtime.ResteasyReactiveRecorder;
import io.quarkus.resteasy.reactive.server.runtime.observability.ObservabilityIntegrationRecorder;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerRequestInternal;
import io.vertx.ext.web.RoutingContext;
import org.mizani.fault.ApiFault;

/**
 * Route of a request, as metrics and the access log name it: without what its path says. The
 * framework notes the route of a request that reaches its operation.
 */
public final class MeasuredRoute {

  /** Name under which the framework's meter of requests looks for the route of one. */
  private static final String ROUTE = "UrlPathTemplate";

  private static final String NONE = "/unmatched";

  private MeasuredRoute() {}

  /** Notes the route of a request that was refused on its way to its operation. */
  public static void ofRefused(RoutingContext exchange, ApiFault fault) {
    if (contextOf(exchange.request()).getLocal(ROUTE) == null) {
      ObservabilityIntegrationRecorder.setTemplatePath(
          exchange, ResteasyReactiveRecorder.getCurrentDeployment());
    }
    ofUnread(exchange, fault);
  }

  /**
   * Gives a request that is refused unread, or that has no route, one name for all of them. It
   * would be measured by its path, which may name a person, and of which a stranger makes any
   * number: after a hundred the framework measures no further route.
   */
  public static void ofUnread(RoutingContext exchange, ApiFault fault) {
    Context context = contextOf(exchange.request());
    // The framework has one name for all that are not found.
    if (fault != ApiFault.NOT_FOUND && context.getLocal(ROUTE) == null) {
      context.putLocal(ROUTE, NONE);
    }
  }

  /** The route of a request that was answered; {@code /unmatched} if there is none. */
  public static String of(HttpServerRequest request) {
    String route = contextOf(request).getLocal(ROUTE);
    return route == null ? NONE : route;
  }

  private static Context contextOf(HttpServerRequest request) {
    return ((HttpServerRequestInternal) request).context();
  }
}
