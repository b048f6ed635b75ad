package org.mizani.console;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.mizani.fault.ApiFault;
import org.mizani.http.ExchangeFilter;
import org.mizani.http.PathSegments;
import org.mizani.http.SidePorts;

/** Switch of the console: without it all of its paths are 404, in every spelling. */
@Singleton
final class ConsoleSwitch {

  private static final String FIRST = "console";

  private final ConsoleConfig config;

  ConsoleSwitch(ConsoleConfig config) {
    this.config = config;
  }

  void register(@Observes Filters filters) {
    if (!config.enabled()) {
      filters.register(ConsoleSwitch::refuse, SidePorts.AHEAD_OF_THE_SERVICE);
    }
  }

  private static void refuse(RoutingContext exchange) {
    if (PathSegments.first(exchange.normalizedPath()).startsWith(FIRST)) {
      ExchangeFilter.refuse(exchange, ApiFault.NOT_FOUND);
    } else {
      exchange.next();
    }
  }
}
