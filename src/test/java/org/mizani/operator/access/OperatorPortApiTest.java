package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.MISSING_HEADER;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Refusals.body;
import static org.mizani.support.Request.given;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.RawHttp;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.SpreadOutProfile;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;

/** Operator interface on a port of its own: only it is there, and the usual port lacks it. */
@QuarkusTest
@TestProfile(SpreadOutProfile.class)
class OperatorPortApiTest {

  private static final Map<String, String> CREDENTIALS =
      Map.of("operatorKey", TestOperator.KEY, "operatorSecret", TestOperator.SECRET);
  private static final String AUTH =
      "{\"operatorKey\":\"%s\",\"operatorSecret\":\"%s\"}"
          .formatted(TestOperator.KEY, TestOperator.SECRET);

  @Inject OperatorPort port;
  @Inject TestPartners partners;

  @Test
  void authenticatesOperatorsOnItsPort() {
    Response answer = atOwnPort().body(CREDENTIALS).post("/operator/auth");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.<String>path("accessToken")).isNotBlank();
    assertThat(answer.header("X-Request-Id")).isNotBlank();
  }

  @Test
  void requiresAnOperatorsTokenOnItsPort() {
    String token = atOwnPort().body(CREDENTIALS).post("/operator/auth").path("accessToken");

    assertAnswer(atOwnPort().get("/operator/nothing-here"), 401, MISSING_HEADER);
    assertRefused(
        atOwnPort().header("Authorization", "Bearer " + token).get("/operator/nothing-here"),
        404,
        "not found");
    assertAnswer(
        atOwnPort().header("Authorization", "Bearer a.b.c").get("/operator/nothing-here"),
        401,
        MALFORMED_TOKEN);
  }

  @Test
  void appliesRequestIdAndBodyLimitOnItsPort() {
    Response answer = atOwnPort().header("X-Request-Id", "mine-7").get("/operator/any");
    Response large = atOwnPort().body(" ".repeat(65537)).post("/operator/auth");

    assertThat(answer.header("X-Request-Id")).isEqualTo("mine-7");
    assertRefused(large, 413, "payload too large");
  }

  @Test
  void servesItsDocumentOnItsPortOnly() {
    assertThat(atOwnPort().get("/operator/openapi").statusCode()).isEqualTo(200);
    assertRefused(given().get("/operator/openapi"), 404, "not found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/business/balance",
        "/business/auth",
        "/q/health",
        "/q/health/ready",
        "/q/metrics",
        "/q/openapi",
        "/q/swagger-ui/",
        "/",
        "/operator/../business/balance",
        "/operator/..;/q/metrics",
        "/operator/%2e%2e/q/metrics",
        "/operator%2f..%2fq/metrics",
        "/operators"
      })
  void refusesAllOtherPathsOnItsPort(String target) {
    assertNotFound(
        RawHttp.send(ownPort(), RawHttp.request("GET " + target).getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
  void theUsualPortRefusesOperatorPaths(String method) {
    Request request = given().contentType("application/json").body(CREDENTIALS);

    assertRefused(request.request(method, "/operator/auth"), 404, "not found");
  }

  @Test
  void theUsualPortServesPartners() {
    assertThat(partners.create(Map.of()).request().get("/business/balance").statusCode())
        .isEqualTo(200);
    assertRefused(
        partners.create(Map.of()).request().get("/business/transactions/operator"),
        404,
        "transaction not found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/operator/auth",
        "//operator/auth",
        "/operator//auth",
        "/operator/auth/",
        "/operator/auth;x=1",
        "/operator;x=1/auth",
        "/;x=1/operator/auth",
        "/Operator/auth",
        "/OPERATOR/AUTH",
        "/./operator/auth",
        "/operator/./auth",
        "/business/../operator/auth",
        "/business/..;/operator/auth",
        "/business/%2e%2e/operator/auth",
        "/business%2f..%2foperator/auth",
        "/q/../operator/auth",
        "/%6fperator/auth",
        "/%256fperator/auth",
        "/operator%2fauth",
        "/operator%2Fauth",
        "/%2foperator/auth",
        "/operator/%61uth",
        "/operator\\auth",
        "\\operator\\auth",
        "/operator/auth%00",
        "/operator/auth?/../business",
        "http://localhost/operator/auth"
      })
  void theUsualPortRefusesEverySpellingOfOperatorPaths(String target) {
    String head =
        RawHttp.request(
            "POST " + target, "Content-Type: application/json", "Content-Length: " + AUTH.length());

    RawHttp.Answer answer = RawHttp.send((head + AUTH).getBytes(StandardCharsets.UTF_8));

    assertThat(answer.status()).isIn(400, 404);
    assertThat(answer.body()).doesNotContain("accessToken");
  }

  @Test
  void theConsoleIsAtItsPortAlone() {
    Response there = given().port(ownPort()).get("/console/log-in");

    assertThat(there.statusCode()).isEqualTo(200);
    assertRefused(given().get("/console/log-in"), 404, "not found");
    assertRefused(given().get("/console"), 404, "not found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//console/log-in",
        "/Console/log-in",
        "/%63onsole/log-in",
        "/business/..;/console/log-in",
        "/q/../console/log-in",
        "/console;x=1/log-in",
        "/console\\log-in"
      })
  void theUsualPortRefusesEverySpellingOfTheConsole(String target) {
    RawHttp.Answer answer =
        RawHttp.send(RawHttp.request("GET " + target).getBytes(StandardCharsets.UTF_8));

    assertThat(answer.status()).isIn(400, 404);
    assertThat(answer.body()).doesNotContain("<form");
  }

  private Request atOwnPort() {
    return given().port(ownPort()).contentType("application/json");
  }

  private int ownPort() {
    return port.number().orElseThrow();
  }

  private static void assertNotFound(RawHttp.Answer answer) {
    assertThat(answer.status() + " " + answer.body()).isEqualTo("404 " + body("not found"));
  }
}
