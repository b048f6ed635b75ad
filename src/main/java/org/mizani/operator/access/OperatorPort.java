package org.mizani.operator.access;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.OptionalInt;
import org.jboss.logging.Logger;
import org.mizani.fault.ApiFault;
import org.mizani.http.ExchangeFilter;
import org.mizani.http.PathSegments;
import org.mizani.http.PortCertificate;
import org.mizani.http.SidePorts;
import org.mizani.http.SidePorts.SidePort;
import org.mizani.service.ServiceConfig;
import org.mizani.service.ServiceEnvironment;

/**
 * Port of the operator interface and its console, always there in production and elsewhere if one
 * is configured. It serves {@code /operator} and {@code /console} alone, and the usual port then
 * answers 404 to these paths in every spelling.
 */
@Singleton
public class OperatorPort {

  private static final Logger LOG = Logger.getLogger(OperatorPort.class);
  private static final String SETTING = "PAYMENTS_OPERATOR_PORT";
  private static final int IN_PRODUCTION = 8081;

  private final SidePorts ports;
  private final Optional<SidePort> port;
  private final OperatorCertificate certificate;
  private volatile Optional<HttpServer> server = Optional.empty();

  /**
   * @throws ConfigurationException if there is no such port, it is that of partners, or it is none
   *     and has a certificate
   */
  OperatorPort(
      SidePorts ports,
      OperatorConfig config,
      ServiceConfig service,
      OperatorCertificate certificate) {
    this.ports = ports;
    this.certificate = certificate;
    if (certificate.shown().isPresent() && numberOf(config, service.environment()).isEmpty()) {
      throw new ConfigurationException(
          "PAYMENTS_OPERATOR_TLS_CERTIFICATE_FILE needs " + SETTING + ".");
    }
    this.port =
        numberOf(config, service.environment()).stream()
            .mapToObj(number -> new SidePort(SETTING, config.host(), number))
            .findFirst()
            .flatMap(ports::checked);
  }

  /** The port of this configuration; empty if the interface is at the usual one. */
  static OptionalInt numberOf(OperatorConfig config, ServiceEnvironment environment) {
    boolean production = environment == ServiceEnvironment.PRODUCTION;
    return config.port().isPresent() || !production ? config.port() : OptionalInt.of(IN_PRODUCTION);
  }

  void register(@Observes Filters filters) {
    if (port.isPresent()) {
      filters.register(this::admit, SidePorts.AHEAD_OF_THE_SERVICE);
    }
  }

  void open(@Observes StartupEvent event) {
    server = port.map(number -> ports.open(number, certificate.shown()));
    String how = certificate.shown().map(shown -> ", by TLS").orElse("");
    number().ifPresent(open -> LOG.infof("Operators are served at port %d%s", open, how));
  }

  /** Reads the certificate's files again; a new one is shown from then on. */
  @Scheduled(
      every = "${payments.operator.tls.refresh-every:1m}",
      concurrentExecution = ConcurrentExecution.SKIP)
  void renewCertificate() {
    server.ifPresent(open -> certificate.renew(other -> show(open, other)));
  }

  private void show(HttpServer open, PortCertificate other) {
    ports.renew(open, other);
    LOG.infof(
        "The operators' port shows another certificate, valid until %s.",
        other.first().getNotAfter().toInstant());
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
    if (SidePorts.isAt(server, exchange) ? isServed(path) : !mayBeServed(path)) {
      exchange.next();
    } else {
      ExchangeFilter.refuse(exchange, ApiFault.NOT_FOUND);
    }
  }

  /** Whether a path leads to the operator interface, in the one usual spelling. */
  static boolean isServed(String normalizedPath) {
    boolean plain =
        PathSegments.isBelow("/operator", normalizedPath)
            || ExchangeFilter.isConsole(normalizedPath);
    return plain && mayBeServed(normalizedPath);
  }

  /** Whether some server could read a path as one that leads there. */
  static boolean mayBeServed(String path) {
    String segment = PathSegments.first(path);
    return segment.startsWith("operator") || segment.startsWith("console");
  }
}
