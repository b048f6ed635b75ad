package org.mizani.http;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jboss.logging.Logger;
import org.mizani.fault.ApiFault;
import org.mizani.http.SidePorts.SidePort;
import org.mizani.service.ServiceConfig;
import org.mizani.service.ServiceEnvironment;

/**
 * Port of the management side, always there in production and elsewhere if one is configured (ADR
 * 27). It serves {@code /q} alone, and all other ports then answer 404 to that path in every
 * spelling, but for the documents of partners where these are public.
 */
@Singleton
public class ManagementPort {

  private static final Logger LOG = Logger.getLogger(ManagementPort.class);
  private static final String SETTING = "PAYMENTS_MANAGEMENT_PORT";
  private static final int IN_PRODUCTION = 9000;
  private static final String FIRST = "q";
  private static final List<String> DOCUMENTS = List.of("/q/openapi", "/q/swagger-ui");

  private final SidePorts ports;
  private final Optional<SidePort> port;
  private final boolean publicDocuments;
  private volatile Optional<HttpServer> server = Optional.empty();

  /**
   * @throws ConfigurationException if there is no such port, or it is the usual one
   */
  ManagementPort(SidePorts ports, ManagementConfig config, ServiceConfig service) {
    ServiceEnvironment environment = service.environment();
    this.ports = ports;
    this.port =
        numberOf(config, environment).stream()
            .mapToObj(number -> new SidePort(SETTING, config.host(), number))
            .findFirst()
            .flatMap(ports::checked);
    this.publicDocuments = hasPublicDocuments(config, environment);
  }

  /** The port of this configuration; empty if all is at the usual one. */
  static OptionalInt numberOf(ManagementConfig config, ServiceEnvironment environment) {
    boolean production = environment == ServiceEnvironment.PRODUCTION;
    return config.port().isPresent() || !production ? config.port() : OptionalInt.of(IN_PRODUCTION);
  }

  /** Whether the documents of partners are at the usual port too. */
  static boolean hasPublicDocuments(ManagementConfig config, ServiceEnvironment environment) {
    return config.publicDocuments().orElse(environment != ServiceEnvironment.PRODUCTION);
  }

  void register(@Observes Filters filters) {
    if (port.isPresent()) {
      filters.register(this::admit, SidePorts.AHEAD_OF_THE_SERVICE);
    }
  }

  void open(@Observes StartupEvent event) {
    server = port.map(number -> ports.open(number, Optional.empty()));
    number().ifPresent(open -> LOG.infof("Health and metrics are served at port %d", open));
  }

  void close(@Observes ShutdownEvent event) {
    server.ifPresent(ports::close);
  }

  /** The number of the port; empty if there is none. */
  Optional<Integer> number() {
    return server.map(HttpServer::actualPort);
  }

  private void admit(RoutingContext exchange) {
    String path = exchange.normalizedPath();
    boolean management = PathSegments.first(path).equals(FIRST);
    boolean here = SidePorts.isAt(server, exchange);
    if (here ? path.startsWith("/" + FIRST + "/") : !management || isPublicDocument(path)) {
      exchange.next();
    } else {
      ExchangeFilter.refuse(exchange, ApiFault.NOT_FOUND);
    }
  }

  private boolean isPublicDocument(String path) {
    return publicDocuments
        && DOCUMENTS.stream().anyMatch(own -> path.equals(own) || path.startsWith(own + "/"));
  }
}
