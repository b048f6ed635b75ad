package org.mizani.rail.callback;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Optional;

/**
 * Filter that keeps the content type of callbacks from the framework, which refuses one that is
 * malformed: a callback is stored as it came.
 */
@Singleton
final class CallbackFilter {

  static final String CONTENT_TYPE = "content-type";

  private static final String CALLBACKS = "/rails/";
  private static final int AFTER_THE_FIRST = 900;

  void register(@Observes Filters filters) {
    filters.register(CallbackFilter::keepContentType, AFTER_THE_FIRST);
  }

  private static void keepContentType(RoutingContext exchange) {
    if (exchange.normalizedPath().startsWith(CALLBACKS)) {
      exchange.put(CONTENT_TYPE, exchange.request().getHeader(CONTENT_TYPE));
      exchange.request().headers().remove(CONTENT_TYPE);
    }
    exchange.next();
  }

  /** The content type that a callback came with, if it named one. */
  static Optional<String> contentType(RoutingContext exchange) {
    return Optional.ofNullable(exchange.get(CONTENT_TYPE));
  }
}
