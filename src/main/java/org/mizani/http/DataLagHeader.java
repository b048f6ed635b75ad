package org.mizani.http;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.replica.DataLag;

/**
 * Header that says how far an answer may lag, in milliseconds: on answers to operators that were
 * read from a replica. Without a replica this filter does not exist.
 */
@Singleton
public final class DataLagHeader {

  private static final String NAME = "X-Data-Lag-Millis";
  private static final String OPERATORS = "/operator";
  private static final String CONTEXT = DataLagHeader.class.getName();
  private static final int BEFORE_THE_ANSWER = 1000;

  private final DatabaseConfig config;

  DataLagHeader(DatabaseConfig config) {
    this.config = config;
  }

  void register(@Observes Filters filters) {
    if (config.replica().url().isPresent()) {
      filters.register(DataLagHeader::begin, BEFORE_THE_ANSWER);
    }
  }

  /** The lag of what an exchange has read so far; empty if all of it came from the primary. */
  public static Optional<Duration> lagOf(RoutingContext exchange) {
    return Optional.ofNullable(exchange.<Context>get(CONTEXT)).flatMap(DataLag::of);
  }

  private static void begin(RoutingContext exchange) {
    String path = exchange.request().path();
    if (path.startsWith(OPERATORS) || ExchangeFilter.isConsole(path)) {
      Context request = Vertx.currentContext();
      exchange.put(CONTEXT, request);
      exchange.addHeadersEndHandler(
          ignored ->
              DataLag.of(request)
                  .ifPresent(
                      lag -> exchange.response().putHeader(NAME, Long.toString(lag.toMillis()))));
    }
    exchange.next();
  }
}
