package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.operator.access.OwnPort;
import org.mizani.support.BehindProxyProfile;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Headers that tell browsers and caches how to treat the service's answers. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(BehindProxyProfile.class)
class SecurityHeadersApiTest {

  @Inject TestPartners partners;
  @Inject OwnPort operators;
  @Inject OwnManagementPort management;

  @Test
  void everyAnswerHasTheSecurityHeaders() {
    Partner partner = partners.create(Map.of());
    Map<String, String> credentials =
        Map.of("apiKey", partner.apiKey(), "apiSecret", partner.apiSecret());
    List<Response> answers =
        List.of(
            given().contentType("application/json").body(credentials).post("/business/auth"),
            partner.request().get("/business/balance"),
            partner.request().get("/business/transactions/nobodys"),
            partner.request().get("/business/nothing"),
            partner.request().body("{").post("/business/payout/transfer"),
            partner.request().body(" ".repeat(70_000)).post("/business/payout/transfer"),
            partner.request().delete("/business/balance"),
            given().get("/business/balance"),
            given().get("/nothing"),
            TestOperator.request(operators.number()).get("/operator/operators"),
            TestOperator.request(operators.number()).get("/operator/businesses"),
            given().port(operators.number()).get("/operator/businesses"),
            given().port(management.number()).get("/q/health/ready"),
            given().port(management.number()).get("/q/metrics"),
            given().port(management.number()).get("/q/openapi"));

    assertThat(answers)
        .extracting(Response::statusCode)
        .containsExactly(200, 200, 404, 404, 400, 413, 405, 401, 404, 200, 403, 401, 200, 200, 200);
    assertThat(answers)
        .allSatisfy(
            answer -> {
              assertThat(answer.headers().allValues("Cache-Control")).containsExactly("no-store");
              assertThat(answer.headers().allValues("X-Content-Type-Options"))
                  .containsExactly("nosniff");
              assertThat(answer.headers().allValues("Referrer-Policy"))
                  .containsExactly("no-referrer");
              assertThat(answer.headers().allValues("Content-Security-Policy"))
                  .containsExactly("default-src 'none'; frame-ancestors 'none'");
              assertThat(answer.headers().firstValue("Server")).isEmpty();
              assertThat(answer.headers().firstValue("X-Powered-By")).isEmpty();
              assertThat(answer.headers().firstValue("Strict-Transport-Security")).isEmpty();
            });
  }

  @Test
  void theSwaggerPageLoadsOnlyItsOwnFiles() {
    Response page = given().port(management.number()).get("/q/swagger-ui/");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.header("Content-Security-Policy"))
        .contains("default-src 'self'", "frame-ancestors 'none'");
    assertThat(page.asString())
        .as("nothing of elsewhere, which the policy would keep out")
        .doesNotContainPattern("(src|href)=[\"']?(https?:)?//");
  }

  @Test
  void answersOverTlsDemandStrictTransportSecurity() {
    Response answer = given().header("X-Forwarded-Proto", "https").get("/business/balance");

    assertThat(answer.header("Strict-Transport-Security")).isEqualTo("max-age=31536000");
  }
}
