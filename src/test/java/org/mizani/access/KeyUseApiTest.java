package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mizani.support.Eventually;
import org.mizani.support.PatientPool;
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

  private static final String FORGETTING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database() AND query LIKE 'WITH old AS%'";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject RefreshedCallers callers;
  @Inject RateLimiter limiter;
  @Inject Pool pool;

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
  void oldWindowsAreRemovedInSlices() throws Exception {
    Partner partner = partners.create(Map.of());

    // Again, where the job has removed some of them before.
    Eventually.holds(
        () -> {
          limiter.forgetOldWindows().await().atMost(PATIENCE);
          rows.execute(
              "INSERT INTO rate_window (api_key_id, starts_at, reserved)"
                  + " SELECT k.id, date_trunc('minute', now()) - n * interval '1 minute', 1"
                  + " FROM api_key k, generate_series(60, 10060) n WHERE k.key = $1",
              partner.apiKey());
          assertThat(limiter.forgetSlice().await().atMost(PATIENCE)).isEqualTo(10_000);
        });
    limiter.forgetOldWindows().await().atMost(PATIENCE);

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

  /** Two pods may remove old windows of the same keys at once: neither waits for the other. */
  @Test
  void keysGetTheirLastUseInTheOrderOfTheirIds() {
    List<Partner> used = Stream.generate(() -> partners.create(Map.of())).limit(12).toList();
    Long[] keys = used.stream().map(this::id).toArray(Long[]::new);
    rows.execute(
        "INSERT INTO rate_window (api_key_id, starts_at, reserved)"
            + " SELECT k, date_trunc('minute', now()) - interval '1 hour', 1"
            + " FROM unnest($1::bigint[]) k ON CONFLICT DO NOTHING",
        (Object) keys);
    SqlConnection other = pool.getConnection().await().atMost(PATIENCE);
    other.query(PatientPool.BEGIN).execute().await().atMost(PATIENCE);
    lock(other, "SELECT 1 FROM api_key WHERE id = $1 FOR NO KEY UPDATE", keys[0]);
    CompletableFuture<Long> removed = limiter.forgetSlice().subscribeAsCompletionStage();
    eventually(() -> rows.count(FORGETTING), waiting -> waiting == 1);

    int later =
        lock(
            other,
            "SELECT 1 FROM api_key WHERE id = ANY ($1) FOR NO KEY UPDATE SKIP LOCKED",
            (Object) keys);

    assertThat(later).as("keys that it does not hold while it waits").isEqualTo(keys.length);
    other.query("COMMIT").execute().await().atMost(PATIENCE);
    other.close().await().atMost(PATIENCE);
    assertThat(removed).succeedsWithin(PATIENCE);
    assertThat(used).allSatisfy(partner -> assertThat(lastUse(partner)).isNotNull());
  }

  private static int lock(SqlConnection session, String statement, Object parameter) {
    return session
        .preparedQuery(statement)
        .execute(Tuple.of(parameter))
        .await()
        .atMost(PATIENCE)
        .size();
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
