package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.http.HttpServer;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.http.SidePorts.SidePort;
import org.mizani.operator.access.OwnPort;
import org.mizani.support.Eventually;
import org.mizani.support.RawHttp;
import org.mizani.support.SpreadOutProfile;

/** Health, metrics and documents on a port of their own: only they are there. */
@QuarkusTest
@TestProfile(SpreadOutProfile.class)
class ManagementPortApiTest {

  @Inject OwnManagementPort management;
  @Inject OwnPort operators;
  @Inject SidePorts ports;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/q/health/live",
        "/q/health/ready",
        "/q/health/started",
        "/q/metrics",
        "/q/openapi",
        "/q/swagger-ui/"
      })
  void servesManagementOnItsPort(String path) {
    assertThat(given().port(management.number()).get(path).statusCode()).isEqualTo(200);
    assertRefused(given().port(operators.number()).get(path), 404, "not found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/q",
        "/business/balance",
        "/business/auth",
        "/rails/x/y/z",
        "/operator/openapi",
        "/q/../business/balance",
        "/q/..;/operator/openapi",
        "/q/%2e%2e/business/balance",
        "/Q/metrics"
      })
  void refusesAllOtherPathsOnItsPort(String target) {
    RawHttp.Answer answer =
        RawHttp.send(
            management.number(), RawHttp.request("GET " + target).getBytes(StandardCharsets.UTF_8));

    assertThat(answer.status()).as(answer.body()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/q/health",
        "/q/health/ready",
        "/q/metrics",
        "/q/metrics/",
        "/q/arc/beans",
        "//q/metrics",
        "/q//metrics",
        "/q;x=1/metrics",
        "/Q/metrics",
        "/%71/metrics",
        "/%2571/metrics",
        "/./q/metrics",
        "/business/../q/metrics",
        "/business%2f..%2fq/metrics",
        "/q%2fmetrics",
        "/q/openapi/../metrics",
        "/q/openapi/%2e%2e/metrics",
        "http://localhost/q/metrics"
      })
  void theUsualPortRefusesManagement(String target) {
    RawHttp.Answer answer =
        RawHttp.send(RawHttp.request("GET " + target).getBytes(StandardCharsets.UTF_8));

    assertThat(answer.status()).as(answer.body()).isIn(400, 404);
    assertThat(answer.body()).doesNotContain("jvm_", "UP");
  }

  @Test
  void theUsualPortHasTheDocumentsOfPartnersInTest() {
    assertThat(given().get("/q/openapi").statusCode()).isEqualTo(200);
    assertThat(given().get("/q/swagger-ui/").statusCode()).isEqualTo(200);
  }

  /** The others have any free port, and meters without one. */
  @Test
  void aServerAtAGivenPortListensBesideThem() throws Exception {
    Eventually.holds(
        () -> {
          SidePort given = new SidePort("PAYMENTS_GIVEN_PORT", Optional.empty(), freePort());
          HttpServer server = ports.open(given, Optional.empty());
          ports.close(server);
          assertThat(given().port(management.number()).get("/q/metrics").asString())
              .contains(
                  "http_server_bytes_read_count{server_port=\"0\"",
                  "http_server_bytes_read_count{server_port=\"" + given.number() + "\"");
        });
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
