package org.mizani.access;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;
import org.mizani.http.ExchangeFilter;
import org.mizani.http.HttpConfig;

/**
 * Line of the log for each answered request, where a setting asks for it: method, route, status,
 * milliseconds, request id and business. It names the route and never the path, which may hold a
 * reference, the number of a person or the secret of a callback. In a log of JSON its parts are
 * fields too ({@code mdc}).
 */
@Singleton
final class AccessLog {

  private static final Logger LOG = Logger.getLogger(AccessLog.class);

  private static final String BUSINESS = AccessLog.class.getName() + " business";

  /** Health and metrics are asked for all the time. */
  private static final String MANAGEMENT = "/q/";

  private static final int BEFORE_ALL_OTHERS = ExchangeFilter.BEFORE_ALL_OTHERS + 1;

  private final HttpConfig config;

  AccessLog(HttpConfig config) {
    this.config = config;
  }

  void register(@Observes Filters filters) {
    if (config.accessLog()) {
      filters.register(AccessLog::begin, BEFORE_ALL_OTHERS);
    }
  }

  /** Notes the business of a request, by its id on the wire. */
  static void identify(RoutingContext exchange, UUID business) {
    exchange.put(BUSINESS, business);
  }

  private static void begin(RoutingContext exchange) {
    if (!exchange.normalizedPath().startsWith(MANAGEMENT)) {
      long begun = System.nanoTime();
      exchange.addEndHandler(ended -> log(exchange, begun, ended.succeeded()));
    }
    exchange.next();
  }

  private static void log(RoutingContext exchange, long begun, boolean answered) {
    HttpServerRequest request = exchange.request();
    Map<String, Object> parts = new LinkedHashMap<>();
    parts.put("method", request.method().name());
    parts.put("route", ExchangeFilter.route(request));
    parts.put("status", answered ? exchange.response().getStatusCode() : "unsent");
    parts.put("millis", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
    // Not the request's own: of one that was not looked at it may be any text.
    Optional.ofNullable(exchange.response().headers().get(ExchangeFilter.REQUEST_ID))
        .ifPresent(id -> parts.put("request", id));
    Optional.ofNullable(exchange.get(BUSINESS)).ifPresent(id -> parts.put("business", id));
    try {
      parts.forEach(MDC::put);
      LOG.info(
          parts.entrySet().stream()
              .map(part -> part.getKey() + "=" + part.getValue())
              .collect(Collectors.joining(" ")));
    } finally {
      parts.keySet().forEach(MDC::remove);
    }
  }
}
