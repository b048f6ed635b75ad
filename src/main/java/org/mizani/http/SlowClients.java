package org.mizani.http;

import io.netty.channel.Channel;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/**
 * Filter that tells each connection's {@link Arrival} of its requests, and gives the guard its
 * limits.
 */
@Singleton
final class SlowClients {

  // Before the exchange's own filter, which may refuse a request unread.
  private static final int BEFORE_ALL_OTHERS = 1001;

  /**
   * @throws ConfigurationException for limits that admit no request
   */
  SlowClients(HttpConfig config) {
    if (config.arrivalTimeout().isNegative()) {
      throw new ConfigurationException("PAYMENTS_HTTP_ARRIVAL_TIMEOUT must be 0s or longer.");
    }
    if (config.connectionsPerAddress() < 1) {
      throw new ConfigurationException("PAYMENTS_HTTP_CONNECTIONS_PER_ADDRESS must be at least 1.");
    }
    new ConnectionLimits(config.arrivalTimeout(), config.connectionsPerAddress()).apply();
  }

  void register(@Observes Filters filters) {
    filters.register(SlowClients::follow, BEFORE_ALL_OTHERS);
  }

  static void follow(RoutingContext exchange) {
    Arrival arrival = arrivalOf(exchange.request());
    if (arrival != null && exchange.request().version() == HttpVersion.HTTP_2) {
      arrival.end();
    } else if (arrival != null) {
      arrival.headArrived();
      exchange.addEndHandler(answered -> arrival.answered());
    }
    exchange.next();
  }

  /** Null where Netty was not told to load the guard. */
  private static Arrival arrivalOf(HttpServerRequest request) {
    Channel channel =
        request.connection() instanceof ConnectionBase connection ? connection.channel() : null;
    return channel == null ? null : channel.pipeline().get(Arrival.class);
  }
}
