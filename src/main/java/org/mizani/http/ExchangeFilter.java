package org.mizani.http;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.mizani.fault.ApiFault;

/**
 * What happens to every exchange before anything looks at it: it gets its request id and the
 * headers of security, it will be answered in JSON whatever it accepts, and a body that announces
 * itself as too large is refused unread.
 */
@Singleton
public class ExchangeFilter {

  private static final int BEFORE_ALL_OTHERS = 1000;
  private static final String MANAGEMENT = "/q/";

  private final HttpConfig config;

  ExchangeFilter(HttpConfig config) {
    this.config = config;
  }

  void register(@Observes Filters filters) {
    filters.register(this::begin, BEFORE_ALL_OTHERS);
  }

  private void begin(RoutingContext exchange) {
    RequestId.assign(exchange);
    SecurityHeaders.addTo(exchange, config);
    answerInJson(exchange.request());
    if (announcesTooMuch(exchange.request())) {
      refuse(exchange, ApiFault.PAYLOAD_TOO_LARGE);
    } else {
      exchange.next();
    }
  }

  /** A client library's default Accept header must not turn a good request into a refusal. */
  private static void answerInJson(HttpServerRequest request) {
    if (!request.path().startsWith(MANAGEMENT)) {
      request.headers().set("Accept", "application/json");
    }
  }

  private boolean announcesTooMuch(HttpServerRequest request) {
    String length = request.getHeader("Content-Length");
    try {
      return length != null && Long.parseLong(length) > config.maxBodyBytes();
    } catch (NumberFormatException e) {
      return true;
    }
  }

  /** Ends an exchange that gets no further than this, its body unread. */
  public static void refuse(RoutingContext exchange, ApiFault fault) {
    closeOnceAnswered(exchange);
    exchange
        .response()
        .setStatusCode(fault.status())
        .putHeader("Content-Type", "application/json")
        .end(new JsonObject().put("code", 0).put("error", fault.message()).encode());
  }

  /** For when the rest of the body is still on its way and not worth reading. */
  static void closeOnceAnswered(RoutingContext exchange) {
    exchange.response().putHeader("Connection", "close");
    exchange.addEndHandler(answered -> exchange.request().connection().close());
  }
}
