package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.vertx.http.runtime.VertxHttpConfig;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.http.SidePorts.SidePort;
import org.mizani.support.Defaults;
import org.mizani.support.RawHttp;

class SidePortsTest {

  @ParameterizedTest
  @ValueSource(ints = {-1, 65_536})
  void refusesAPortThatIsNone(int number) {
    assertThatThrownBy(() -> ports(true).checked(port(number)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_SIDE_PORT must be from 0 to 65535.")
        .hasNoCause();
  }

  @Test
  void refusesTheUsualPort() {
    assertThatThrownBy(() -> ports(true).checked(port(8080)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_SIDE_PORT and QUARKUS_HTTP_PORT must differ.");
  }

  @Test
  void refusesThePortOfTls() {
    assertThatThrownBy(() -> ports(true).checked(port(8443)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_SIDE_PORT and QUARKUS_HTTP_SSL_PORT must differ.");
  }

  @Test
  void refusesThePortOfAnotherSide() {
    SidePorts ports = ports(true);
    ports.checked(port(9000));

    assertThatThrownBy(() -> ports.checked(new SidePort("PAYMENTS_OTHER", Optional.empty(), 9000)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_OTHER and PAYMENTS_SIDE_PORT must differ.");
  }

  @Test
  void anyFreePortIsNeverThatOfAnotherSide() {
    SidePorts ports = ports(true);
    ports.checked(port(0));

    assertThat(ports.checked(port(0))).contains(port(0));
  }

  @Test
  void listensAtTheAddressOfTheUsualPortUnlessItHasItsOwn() {
    SidePort own = new SidePort("PAYMENTS_SIDE_PORT", Optional.of("10.0.0.7"), 9000);

    assertThat(ports(true).hostOf(port(9000))).isEqualTo("127.0.0.1");
    assertThat(ports(true).hostOf(own)).isEqualTo("10.0.0.7");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 65_535})
  void takesAnyOtherPort(int number) {
    assertThat(ports(true).checked(port(number))).contains(port(number));
  }

  @Test
  void aCommandThatListensNowhereHasNone() {
    assertThat(ports(false).checked(port(9000))).isEmpty();
  }

  /** Otherwise the second server would never say that it listens. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @SuppressWarnings("deprecation")
  void metersOfAnyFreePortAndOfAGivenOneAreKeptSideBySide(boolean givenFirst) {
    PrometheusMeterRegistry meters =
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT).throwExceptionOnRegistrationFailure();
    meters.config().meterFilter(new SidePorts.PortTag());
    Tags given = Tags.of("server.port", "8081");

    for (Tags tags : givenFirst ? List.of(given, Tags.empty()) : List.of(Tags.empty(), given)) {
      meters.summary("http.server.bytes.read", tags).record(1);
    }

    assertThat(meters.scrape())
        .contains(
            "http_server_bytes_read_count{server_port=\"0\",} 1.0",
            "http_server_bytes_read_count{server_port=\"8081\",} 1.0");
  }

  /** Or a client of the usual port would reach the operators' port by a line of text. */
  @Test
  void aProxysProtocolMovesNoRequestToAnotherPort() {
    Vertx vertx = Vertx.vertx();
    try {
      HttpServer side = listen(vertx, false, Optional.empty());
      HttpServer usual = listen(vertx, true, Optional.of(side));

      RawHttp.Answer answer =
          RawHttp.send(
              usual.actualPort(),
              ("PROXY TCP4 192.0.2.1 127.0.0.1 1024 %d\r\n".formatted(side.actualPort())
                      + RawHttp.request("GET /"))
                  .getBytes(StandardCharsets.UTF_8));

      assertThat(answer.body()).isEqualTo("at the side: false");
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  private static HttpServer listen(Vertx vertx, boolean behindAProxy, Optional<HttpServer> side) {
    Router router = Router.router(vertx);
    router
        .route()
        .handler(exchange -> exchange.end("at the side: " + SidePorts.isAt(side, exchange)));
    return vertx
        .createHttpServer(new HttpServerOptions().setUseProxyProtocol(behindAProxy))
        .requestHandler(router)
        .listen(0, "localhost")
        .toCompletionStage()
        .toCompletableFuture()
        .join();
  }

  private static SidePort port(int number) {
    return new SidePort("PAYMENTS_SIDE_PORT", Optional.empty(), number);
  }

  private static SidePorts ports(boolean listens) {
    Map<String, Object> answers =
        Map.of("port", 8080, "sslPort", 8443, "host", "127.0.0.1", "hostEnabled", listens);
    VertxHttpConfig limits =
        (VertxHttpConfig)
            Proxy.newProxyInstance(
                SidePortsTest.class.getClassLoader(),
                new Class<?>[] {VertxHttpConfig.class},
                (proxy, method, arguments) -> answers.get(method.getName()));
    return new SidePorts(null, null, limits, Defaults.of(HttpConfig.class));
  }
}
