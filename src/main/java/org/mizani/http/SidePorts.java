package org.mizani.http;

import static java.util.stream.Collectors.joining;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import io.netty.channel.Channel;
import io.quarkus.micrometer.runtime.MeterFilterConstraint;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.vertx.http.runtime.VertxHttpBuildTimeConfig;
import io.quarkus.vertx.http.runtime.VertxHttpConfig;
import io.quarkus.vertx.http.runtime.VertxHttpRecorder;
import io.quarkus.vertx.http.runtime.options.HttpServerOptionsUtils;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SSLOptions;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Ports beside the usual one: further servers with the limits and the filters of the first. Which
 * path is served at which port is decided by the filter of the port's owner.
 */
@Singleton
public final class SidePorts {

  /** Priority of the owners' filters: after the request has its id, before all other filters. */
  public static final int AHEAD_OF_THE_SERVICE = 999;

  private static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(60);
  private static final int LAST_PORT = 65_535;
  private static final Set<String> TLS = Set.of("TLSv1.3", "TLSv1.2");
  private static final String USUAL = "QUARKUS_HTTP_PORT";
  private static final String USUAL_TLS = "QUARKUS_HTTP_SSL_PORT";

  private final Vertx vertx;
  private final VertxHttpBuildTimeConfig http;
  private final VertxHttpConfig limits;
  private final Duration timeout;

  /** Ports that are given, and the settings that give them: 0, any free one, is not among them. */
  private final Map<Integer, String> taken = new HashMap<>();

  /**
   * @throws ConfigurationException if the usual port is none, or the time for a port out of range
   */
  SidePorts(Vertx vertx, VertxHttpBuildTimeConfig http, VertxHttpConfig limits, HttpConfig config) {
    requirePort(USUAL, limits.port());
    this.vertx = vertx;
    this.http = http;
    this.limits = limits;
    this.timeout = config.portTimeout();
    if (timeout.compareTo(SHORTEST_TIMEOUT) < 0 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
      throw new ConfigurationException("PAYMENTS_HTTP_PORT_TIMEOUT must be from 1 to 60 seconds.");
    }
    taken.put(limits.sslPort(), USUAL_TLS);
    taken.put(limits.port(), USUAL);
  }

  /**
   * A port to be opened.
   *
   * @param setting the environment variable of its number
   * @param host the address that it listens at; without one it is that of the usual port
   * @param number 0 for any free port
   */
  public record SidePort(String setting, Optional<String> host, int number) {}

  /**
   * The port, if this process listens at all: a command does not.
   *
   * @throws ConfigurationException if there is no such port, or it is that of another server
   */
  public Optional<SidePort> checked(SidePort port) {
    requirePort(port.setting(), port.number());
    // Two servers of one port would share it, each with a part of the connections.
    String other = port.number() == 0 ? null : taken.put(port.number(), port.setting());
    if (other != null) {
      throw new ConfigurationException(
          Stream.of(other, port.setting()).sorted().collect(joining(" and ")) + " must differ.");
    }
    return limits.hostEnabled() ? Optional.of(port) : Optional.empty();
  }

  private static void requirePort(String setting, int number) {
    if (number < 0 || number > LAST_PORT) {
      throw new ConfigurationException(setting + " must be from 0 to 65535.");
    }
  }

  /**
   * Opens the port.
   *
   * @param certificate speaks TLS alone with one, and plain HTTP without
   * @throws ConfigurationException if it is in use, or its address is not of this machine
   */
  public HttpServer open(SidePort port, Optional<PortCertificate> certificate) {
    HttpServerOptions options = new HttpServerOptions();
    HttpServerOptionsUtils.applyCommonOptions(options, http, limits, List.of());
    options.setHost(hostOf(port)).setPort(port.number());
    certificate.ifPresent(
        shown ->
            options
                .setSsl(true)
                .setUseAlpn(true)
                .setEnabledSecureTransportProtocols(TLS)
                .setKeyCertOptions(shown.shown()));
    try {
      return await(
          vertx
              .createHttpServer(options)
              .requestHandler(request -> VertxHttpRecorder.getRootHandler().handle(request))
              .listen());
    } catch (ExecutionException e) {
      throw new ConfigurationException(
          "%s: the service cannot listen there (%s)."
              .formatted(port.setting(), words(e.getCause())));
    } catch (TimeoutException e) {
      throw new ConfigurationException(
          port.setting() + ": the service does not listen there in time.");
    }
  }

  /** The address that a port listens at: a service at a loopback address has no port beyond it. */
  String hostOf(SidePort port) {
    return port.host().orElseGet(limits::host);
  }

  /** Has a port show another certificate, to connections that are made from now on. */
  public void renew(HttpServer server, PortCertificate certificate) {
    try {
      await(
          server.updateSSLOptions(
              new SSLOptions()
                  .setUseAlpn(true)
                  .setEnabledSecureTransportProtocols(TLS)
                  .setKeyCertOptions(certificate.shown())));
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Closes a port and waits until that is done. */
  public void close(HttpServer server) {
    try {
      await(server.close());
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether an exchange has come by this port, whatever port a proxy's protocol names. */
  public static boolean isAt(Optional<HttpServer> server, RoutingContext exchange) {
    // Not the request's own address: with the PROXY protocol its sender chooses that.
    Channel channel = ((ConnectionBase) exchange.request().connection()).channel();
    return server
        .map(
            open ->
                channel.localAddress() instanceof InetSocketAddress arrival
                    && arrival.getPort() == open.actualPort())
        .orElse(false);
  }

  private static String words(Throwable reason) {
    return reason.getMessage() == null ? reason.getClass().getSimpleName() : reason.getMessage();
  }

  private <T> T await(Future<T> work) throws ExecutionException, TimeoutException {
    try {
      return work.toCompletionStage()
          .toCompletableFuture()
          .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * Tag of the port on the meters of every server. Quarkus leaves it out where a port is any free
   * one, Prometheus' registry refuses meters of one name with other tags, and a server that is
   * refused its meters never says that it listens: the start would wait for it for ever.
   */
  @Singleton
  @SuppressWarnings("deprecation") // it is the registry of this version of Quarkus
  @MeterFilterConstraint(applyTo = PrometheusMeterRegistry.class)
  static final class PortTag implements MeterFilter {

    private static final String NAME = "server.port";
    private static final Tag ANY_FREE = Tag.of(NAME, "0");
    private static final Set<String> METERS =
        Set.of(
            "http.server.bytes.read",
            "http.server.bytes.written",
            "http.server.connections",
            "http.server.active.connections",
            "http.server.active.requests",
            "http.server.errors");

    @Override
    public Meter.Id map(Meter.Id meter) {
      return METERS.contains(meter.getName()) && meter.getTag(NAME) == null
          ? meter.withTag(ANY_FREE)
          : meter;
    }
  }
}
