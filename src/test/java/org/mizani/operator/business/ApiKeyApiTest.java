package org.mizani.operator.business;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.access.RefreshedCallers;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.support.Eventually;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Issuing, showing and revoking API keys, and rotating webhook secrets. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ApiKeyApiTest {

  private static final String BUSINESSES = "/operator/businesses";
  private static final String UNKNOWN_BUSINESS =
      BUSINESSES + "/a8761c88-44ba-4c63-b785-3f84b7903211";
  private static final String SECRETS_OF =
      """
      SELECT s.expires_at, s.created_at FROM webhook_secret s
      JOIN business b ON b.id = s.business_id
      WHERE b.public_id = $1 ORDER BY s.id
      """;

  @Inject Rows rows;
  @Inject AuditEntries audit;
  @Inject RefreshedCallers callers;

  private String business;

  @BeforeEach
  void createBusiness() {
    business = businessOf("digest");
  }

  @Test
  void issuesAKeyThatAuthenticatesThePartner() {
    Response answer = issue();

    assertThat(answer.statusCode()).isEqualTo(201);
    JsonObject key = new JsonObject(answer.asString());
    assertThat(key.fieldNames())
        .containsExactly(
            "apiKey",
            "apiSecret",
            "name",
            "scopes",
            "allowedNetworks",
            "expiresAt",
            "createdBy",
            "createdAt",
            "lastUsedAt",
            "revokedAt",
            "signsLegacy",
            "secretFor",
            "secretUntil");
    assertThat(key.getString("apiKey")).matches("pk_test_[0-9a-f]{32}");
    assertThat(key.getString("apiSecret")).matches("sk_test_[0-9a-f]{64}");
    assertThat(key.getBoolean("signsLegacy")).isFalse();
    assertThat(key.getValue("revokedAt")).isNull();
    String token = authenticate(key).path("accessToken");
    assertThat(balance(token).<String>path("businessId")).isEqualTo(business);
  }

  @Test
  void listsKeysNewestFirstWithoutSecrets() {
    JsonObject first = new JsonObject(issue().asString());
    JsonObject second = new JsonObject(issue().asString());
    first.remove("apiSecret");
    second.remove("apiSecret");

    Response all = TestOperator.request().get(keys());
    Response page = TestOperator.request().queryParam("limit", 1).get(keys());

    assertThat(new JsonObject(all.asString()))
        .isEqualTo(new JsonObject().put("items", List.of(second.getMap(), first.getMap())));
    assertThat(page.<List<String>>path("items.apiKey")).containsExactly(second.getString("apiKey"));
    Response next =
        TestOperator.request()
            .queryParam("cursor", page.<String>path("nextCursor"))
            .queryParam("limit", 1)
            .get(keys());
    assertThat(next.<List<String>>path("items.apiKey")).containsExactly(first.getString("apiKey"));
    assertThat(next.<String>path("nextCursor")).isNull();
  }

  @Test
  void refusesACursorOfAnotherBusiness() {
    issue();
    issue();
    String cursor = TestOperator.request().queryParam("limit", 1).get(keys()).path("nextCursor");
    String other = BUSINESSES + "/" + businessOf("digest") + "/api-keys";

    assertRefused(
        TestOperator.request().queryParam("cursor", cursor).get(other), 400, "cursor is not valid");
  }

  @Test
  void keysOfALegacyBusinessAreMarkedAsSigning() {
    business = businessOf("legacy");

    assertThat(issue().<Boolean>path("signsLegacy")).isTrue();
    assertThat(TestOperator.request().get(keys()).<List<Boolean>>path("items.signsLegacy"))
        .containsExactly(true);
  }

  @Test
  void earlierKeysAreNotMarkedAsSigning() {
    issue();
    TestOperator.request()
        .body("{\"signatureScheme\":\"legacy\"}")
        .patch(BUSINESSES + "/" + business)
        .succeeded();

    issue();

    assertThat(TestOperator.request().get(keys()).<List<Boolean>>path("items.signsLegacy"))
        .containsExactly(true, false);
  }

  @Test
  void revokingEndsAKeyAtOnceAndItsTokensLater() throws Exception {
    JsonObject key = new JsonObject(issue().asString());
    String token = authenticate(key).path("accessToken");
    assertThat(balance(token).statusCode()).isEqualTo(200);

    Response answer = revoke(key.getString("apiKey"));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.<String>path("apiKey")).isEqualTo(key.getString("apiKey"));
    assertThat(answer.<String>path("revokedAt")).isNotNull();
    assertRefused(authenticate(key), 401, "invalid credentials");
    // Again, where a scheduled refresh has read the key before, and ends after this one.
    Eventually.holds(
        () -> {
          callers.now();
          assertAnswer(balance(token), 401, MALFORMED_TOKEN);
        });
  }

  @Test
  void revokingAgainKeepsTheFirstRevocation() {
    String key = issue().path("apiKey");
    Response first = revoke(key);

    Response again = revoke(key);

    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(again.asString()).isEqualTo(first.asString());
    assertThat(TestOperator.request().get(keys()).<List<String>>path("items.revokedAt"))
        .containsExactly(first.<String>path("revokedAt"));
  }

  @Test
  void revokingOneKeyKeepsTheOthersValid() {
    String old = issue().path("apiKey");
    JsonObject other = new JsonObject(issue().asString());

    revoke(old);

    assertThat(authenticate(other).statusCode()).isEqualTo(200);
  }

  @Test
  void auditsIssueAndRevocationWithoutTheSecret() {
    Response issued = issue();
    String key = issued.path("apiKey");
    String revokedAt = revoke(key).path("revokedAt");

    JsonObject before =
        new JsonObject()
            .putNull("name")
            .put("scopes", List.of("read", "pay", "collect", "verify"))
            .put("allowedNetworks", List.of())
            .putNull("expiresAt")
            .put("createdAt", issued.<String>path("createdAt"))
            .putNull("revokedAt");
    assertThat(audit.of("business/" + business + "/api-keys/" + key))
        .containsExactly(
            new AuditEntries.Written("api-key.create", null, before),
            new AuditEntries.Written(
                "api-key.revoke", before, before.copy().put("revokedAt", revokedAt)));
    assertThat(audit.quoting(issued.path("apiSecret"))).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pk_test_unknown", "x", "pk_test_%00", "pk_test_%20", "pk_test_%C3%A9"})
  void anUnknownKeyIsNotRevoked(String key) {
    long entries = audit.count();

    assertRefused(
        TestOperator.request().asWritten().delete(keys() + "/" + key), 404, "api key not found");

    assertThat(audit.count()).isEqualTo(entries);
  }

  @Test
  void anotherBusinesssKeyIsNotRevoked() {
    JsonObject key = new JsonObject(issue().asString());
    business = businessOf("digest");

    assertRefused(revoke(key.getString("apiKey")), 404, "api key not found");

    assertThat(authenticate(key).statusCode()).isEqualTo(200);
  }

  @Test
  void anUnknownBusinessHasNoCredentials() {
    long entries = audit.count();

    assertRefused(
        TestOperator.request().get(UNKNOWN_BUSINESS + "/api-keys"), 404, "business not found");
    assertRefused(
        TestOperator.request().post(UNKNOWN_BUSINESS + "/api-keys"), 404, "business not found");
    assertRefused(
        TestOperator.request().delete(UNKNOWN_BUSINESS + "/api-keys/pk_test_demo"),
        404,
        "business not found");
    assertRefused(
        TestOperator.request().post(UNKNOWN_BUSINESS + "/webhook-secrets"),
        404,
        "business not found");

    assertThat(audit.count()).isEqualTo(entries);
  }

  @Test
  void rotationKeepsThePreviousWebhookSecretForADay() {
    Response answer = TestOperator.request().post(secrets());

    assertThat(answer.statusCode()).isEqualTo(201);
    String secret = answer.path("webhookSecret");
    assertThat(secret).matches("whsec_[A-Za-z0-9+/]{43}=");
    List<OffsetDateTime> secretEnds = secretEnds();
    assertThat(secretEnds).hasSize(2);
    assertThat(secretEnds.get(0)).isEqualTo(rotatedAt().plusDays(1));
    assertThat(secretEnds.get(1)).isNull();
    assertThat(answer.<String>path("othersEnd"))
        .startsWith(secretEnds.get(0).toString().substring(0, 19));
    assertThat(audit.of("business/" + business + "/webhook-secrets"))
        .containsExactly(
            new AuditEntries.Written(
                "webhook-secret.rotate",
                null,
                new JsonObject(Map.of("othersEnd", answer.<String>path("othersEnd")))));
    assertThat(audit.quoting(secret)).isZero();
  }

  @Test
  void anotherRotationKeepsTheFirstSecretsEnd() {
    TestOperator.request().post(secrets());
    OffsetDateTime firstEnd = secretEnds().get(0);

    TestOperator.request().post(secrets());

    assertThat(secretEnds()).hasSize(3);
    assertThat(secretEnds().get(0)).isEqualTo(firstEnd);
    assertThat(secretEnds().get(1)).isAfterOrEqualTo(firstEnd);
    assertThat(secretEnds().get(2)).isNull();
  }

  private List<OffsetDateTime> secretEnds() {
    return rows.execute(SECRETS_OF, UUID.fromString(business)).stream()
        .map(row -> row.getOffsetDateTime("expires_at"))
        .toList();
  }

  /** Returns the instant at which the newest secret was created. */
  private OffsetDateTime rotatedAt() {
    List<Row> secrets = rows.execute(SECRETS_OF, UUID.fromString(business));
    return secrets.get(secrets.size() - 1).getOffsetDateTime("created_at");
  }

  private static String businessOf(String scheme) {
    return TestOperator.request()
        .body(Map.of("name", "Keys", "signatureScheme", scheme))
        .post(BUSINESSES)
        .path("businessId");
  }

  private Response issue() {
    return TestOperator.request().post(keys());
  }

  private Response revoke(String key) {
    return TestOperator.request().delete(keys() + "/" + key);
  }

  private String keys() {
    return BUSINESSES + "/" + business + "/api-keys";
  }

  private String secrets() {
    return BUSINESSES + "/" + business + "/webhook-secrets";
  }

  private static Response authenticate(JsonObject key) {
    return given()
        .contentType("application/json")
        .body(Map.of("apiKey", key.getString("apiKey"), "apiSecret", key.getString("apiSecret")))
        .post("/business/auth");
  }

  private static Response balance(String token) {
    return given()
        .header("Authorization", "Bearer " + token)
        .queryParam("currency", "USD")
        .get("/business/balance");
  }
}
