package org.mizani.operator.access;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.vertx.http.runtime.VertxHttpBuildTimeConfig;
import io.quarkus.vertx.http.runtime.VertxHttpConfig;
import io.quarkus.vertx.http.runtime.VertxHttpRecorder;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.quarkus.vertx.http.runtime.options.HttpServerOptionsUtils;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.mizani.fault.ApiFault;
import org.mizani.http.ExchangeFilter;

/**
 * Port of the operator interface, if one is configured: a second server with the limits and the
 * filters of the first. It serves {@code /operator} alone, and the usual port then answers 404 to
 * that path in every spelling.
 */
@Singleton
public class OperatorPort {

  // After the exchange has its request id, before all other filters.
  private static final int AHEAD_OF_THE_SERVICE = 999;
  private static final Duration START_TIMEOUT = Duration.ofSeconds(10);
  private static final int LAST_PORT = 65_535;

  private final Vertx vertx;
  private final OperatorConfig config;
  private final VertxHttpBuildTimeConfig http;
  private final VertxHttpConfig limits;
  private volatile Optional<HttpServer> server = Optional.empty();

  OperatorPort(
      Vertx vertx, OperatorConfig config, VertxHttpBuildTimeConfig http, VertxHttpConfig limits) {
    this.vertx = vertx;
    this.config = config;
    this.http = http;
    this.limits = limits;
    if (config.port().stream().anyMatch(port -> port < 0 || port > LAST_PORT)) {
      throw new ConfigurationException("PAYMENTS_OPERATOR_PORT must be from 0 to 65535.");
    }
  }

  void register(@Observes Filters filters) {
    if (config.port().isPresent()) {
      filters.register(this::admit, AHEAD_OF_THE_SERVICE);
    }
  }

  void open(@Observes StartupEvent event) {
    config.port().ifPresent(port -> server = Optional.of(listen(port)));
  }

  void close(@Observes ShutdownEvent event) {
    server.ifPresent(open -> await(open.close()));
  }

  /** The number of the port; empty if none is configured. */
  Optional<Integer> number() {
    return server.map(HttpServer::actualPort);
  }

  private HttpServer listen(int port) {
    HttpServerOptions options = new HttpServerOptions();
    HttpServerOptionsUtils.applyCommonOptions(options, http, limits, List.of());
    options.setHost(config.host()).setPort(port);
    return await(
        vertx
            .createHttpServer(options)
            .requestHandler(request -> VertxHttpRecorder.getRootHandler().handle(request))
            .listen());
  }

  private void admit(RoutingContext exchange) {
    int arrivedAt = exchange.request().localAddress().port();
    boolean here = number().filter(port -> port == arrivedAt).isPresent();
    String path = exchange.normalizedPath();
    if (here ? OperatorPath.is(path) : !OperatorPath.mayBe(path)) {
      exchange.next();
    } else {
      ExchangeFilter.refuse(exchange, ApiFault.NOT_FOUND);
    }
  }

  private static <T> T await(Future<T> work) {
    try {
      return work.toCompletionStage()
          .toCompletableFuture()
          .get(START_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new ConfigurationException("PAYMENTS_OPERATOR_PORT: " + e.getMessage() + ".");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
