package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.support.Eventually;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** The end of an API key, and its last use. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class KeyUseApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject RefreshedCallers callers;
  @Inject RateLimiter limiter;

  @Test
  void anExpiredKeyNeitherAuthenticatesNorOpensByItsTokens() throws Exception {
    Partner partner = partners.create(Map.of());
    assertThat(balance(partner).statusCode()).isEqualTo(200);

    end(partner, "now()");

    assertRefused(authenticate(partner), 401, "invalid credentials");
    // Again, where a scheduled refresh has read the key before, and ends after this one.
    Eventually.holds(
        () -> {
          callers.now();
          assertAnswer(balance(partner), 401, MALFORMED_TOKEN);
        });
  }

  @Test
  void aKeyIsValidUntilItExpires() {
    Partner partner = partners.create(Map.of());

    end(partner, "now() + interval '1 hour'");
    callers.now();

    assertThat(authenticate(partner).statusCode()).isEqualTo(200);
    assertThat(balance(partner).statusCode()).isEqualTo(200);
  }

  @Test
  void theLastUseIsTheMinuteOfTheLastRequest() {
    Partner partner = partners.create(Map.of());

    balance(partner);

    assertThat(lastUse(partner))
        .isEqualTo(shown("SELECT max(starts_at) FROM rate_window WHERE api_key_id = ", partner));
  }

  @Test
  void theLastUseOutlivesItsWindow() {
    Partner partner = partners.create(Map.of());
    rows.execute(
        "UPDATE rate_window SET starts_at = starts_at - interval '1 hour'"
            + " WHERE api_key_id = (SELECT id FROM api_key WHERE key = $1) RETURNING 1",
        partner.apiKey());
    String before = lastUse(partner);

    limiter.forgetOldWindows().await().atMost(PATIENCE);

    assertThat(rows.count("SELECT count(*) FROM rate_window WHERE api_key_id = " + id(partner)))
        .isZero();
    assertThat(lastUse(partner)).isNotNull().isEqualTo(before);
  }

  @Test
  void oldWindowsAreRemovedInSlices() {
    limiter.forgetOldWindows().await().atMost(PATIENCE);
    Partner partner = partners.create(Map.of());
    rows.execute(
        "INSERT INTO rate_window (api_key_id, starts_at, reserved)"
            + " SELECT k.id, date_trunc('minute', now()) - n * interval '1 minute', 1"
            + " FROM api_key k, generate_series(60, 10060) n WHERE k.key = $1",
        partner.apiKey());

    long first = limiter.forgetSlice().await().atMost(PATIENCE);
    limiter.forgetOldWindows().await().atMost(PATIENCE);

    assertThat(first).isEqualTo(10_000);
    assertThat(
            rows.count(
                "SELECT count(*) FROM rate_window WHERE starts_at < now() - interval '1 hour'"
                    + " AND api_key_id = "
                    + id(partner)))
        .isZero();
  }

  /** Pods remove old windows in any order. */
  @Test
  void anOlderWindowDoesNotReplaceTheLastUse() {
    Partner partner = partners.create(Map.of());
    rows.execute(
        "UPDATE api_key SET last_used_at = '2036-01-01T00:00:00Z' WHERE key = $1 RETURNING id",
        partner.apiKey());
    rows.execute(
        "UPDATE rate_window SET starts_at = starts_at - interval '1 hour'"
            + " WHERE api_key_id = (SELECT id FROM api_key WHERE key = $1) RETURNING 1",
        partner.apiKey());

    limiter.forgetOldWindows().await().atMost(PATIENCE);

    assertThat(lastUse(partner)).isEqualTo("2036-01-01T00:00:00Z");
  }

  private void end(Partner partner, String time) {
    rows.execute(
        "UPDATE api_key SET expires_at = " + time + " WHERE key = $1 RETURNING id",
        partner.apiKey());
  }

  private String lastUse(Partner partner) {
    UUID business =
        rows.execute("SELECT public_id FROM business WHERE id = $1", partner.businessId())
            .get(0)
            .getUUID(0);
    Response keys = TestOperator.request().get("/operator/businesses/" + business + "/api-keys");
    return keys.<List<String>>path("items.lastUsedAt").get(0);
  }

  private String shown(String query, Partner partner) {
    return rows.execute(query + id(partner)).get(0).getOffsetDateTime(0).toInstant().toString();
  }

  private long id(Partner partner) {
    return rows.count("SELECT id FROM api_key WHERE key = $1", partner.apiKey());
  }

  private static Response balance(Partner partner) {
    return partner.request().get("/business/balance");
  }

  private static Response authenticate(Partner partner) {
    return given()
        .contentType("application/json")
        .body(Map.of("apiKey", partner.apiKey(), "apiSecret", partner.apiSecret()))
        .post("/business/auth");
  }
}
