package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.fault.ErrorCode;
import org.mizani.support.AtOnce;
import org.mizani.support.BehindProxyProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Rate limiter with 30 requests a minute. Creating a partner uses its first request. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(BehindProxyProfile.class)
class RateLimitApiTest {

  private static final int LIMIT = BehindProxyProfile.REQUESTS_PER_MINUTE;

  @Inject TestPartners partners;
  @Inject Rows rows;

  private SameMinute minute;

  @BeforeEach
  void prepareMinute() {
    minute = new SameMinute(rows);
  }

  @Test
  void admitsExactlyTheLimitOfEachKeyUnderConcurrentRequests() throws Exception {
    minute.run(
        () -> {
          Partner busy = partners.create(Map.of());
          Partner quiet = partners.create(Map.of());

          List<HttpResponse<String>> answers =
              AtOnce.send(60, i -> AtOnce.get(busy, "/business/balance"));

          assertThat(answers.stream().filter(a -> a.statusCode() == 200)).hasSize(LIMIT - 1);
          assertThat(answers.stream().filter(a -> a.statusCode() == 429)).hasSize(60 - LIMIT + 1);
          assertThat(answers)
              .allSatisfy(
                  answer ->
                      assertThat(answer.headers().firstValue("X-RateLimit-Limit")).hasValue("30"));
          assertThat(quiet.request().get("/business/balance").statusCode()).isEqualTo(200);
        });
  }

  @Test
  void everyAnswerToAKnownKeyStatesItsRemainingRequests() throws Exception {
    minute.run(
        () -> {
          Response authenticated = authenticate(partners.create(Map.of()));
          Partner partner = partners.create(Map.of());
          Response balance = partner.request().get("/business/balance");
          Response notFound = partner.request().get("/business/transactions/unknown");
          Response invalid = partner.request().body("{").post("/business/payout/transfer");

          assertThat(authenticated.header("X-RateLimit-Remaining")).isEqualTo("28");
          assertThat(List.of(balance, notFound, invalid))
              .extracting(answer -> answer.header("X-RateLimit-Remaining"))
              .containsExactly("28", "27", "26");
          assertThat(List.of(authenticated, balance, notFound, invalid))
              .allSatisfy(
                  answer -> {
                    assertThat(answer.header("X-RateLimit-Limit")).isEqualTo("30");
                    assertThat(Long.parseLong(answer.header("X-RateLimit-Reset")) % 60).isZero();
                  });
        });
  }

  @Test
  void beyondTheLimitAuthenticationIsRefusedToo() throws Exception {
    minute.run(
        () -> {
          Partner partner = partners.create(Map.of());
          long begun = now();
          AtOnce.send(LIMIT, i -> AtOnce.get(partner, "/business/balance"));
          long before = now();

          List<Response> answers =
              List.of(authenticate(partner), partner.request().get("/business/balance"));

          long after = now();
          for (Response refused : answers) {
            assertRefused(refused, 429, "rate limit exceeded");
            assertCoded(refused, ErrorCode.RATE_LIMITED, "");
            assertThat(refused.header("X-RateLimit-Remaining")).isEqualTo("0");
            long reset = Long.parseLong(refused.header("X-RateLimit-Reset"));
            assertThat(reset).isBetween(before, after + 60);
            assertThat(reset - Long.parseLong(refused.header("Retry-After")))
                .as("no sooner than the window ends, and no later than a minute")
                .isBetween(reset - 60, after + 2 + before - begun);
          }
        });
  }

  private long now() {
    return rows.count("SELECT extract(epoch FROM now())::bigint");
  }

  @Test
  void wrongCredentialsDoNotUseUpAKeysLimit() throws Exception {
    minute.run(
        () -> {
          Partner partner = partners.create(Map.of());

          given()
              .contentType("application/json")
              .body(Map.of("apiKey", partner.apiKey(), "apiSecret", "wrong"))
              .post("/business/auth");

          assertThat(partner.request().get("/business/balance").header("X-RateLimit-Remaining"))
              .isEqualTo("28");
        });
  }

  private static Response authenticate(Partner partner) {
    return given()
        .contentType("application/json")
        .body(Map.of("apiKey", partner.apiKey(), "apiSecret", partner.apiSecret()))
        .post("/business/auth");
  }
}
