package org.mizani.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.operator.approval.Requests.approve;
import static org.mizani.operator.approval.Requests.refuse;
import static org.mizani.operator.approval.Requests.waiting;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.operator.approval.Requests.Entry;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.support.AtOnce;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** New API keys, which another operator approves, and whose secrets their requesters draw. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class HeldApiKeyApiTest {

  private static final String PAYS =
      """
      {"name":"Payroll","scopes":["read","pay"],"allowedNetworks":["203.0.113.0/24"],
       "expiresAt":"2036-01-01T00:00:00Z"}""";

  @Inject Rows rows;
  @Inject Requests requests;
  @Inject AuditEntries audit;

  private HeldKeys keys;

  @BeforeEach
  void createBusiness() {
    keys = HeldKeys.ofNewBusiness();
  }

  @Test
  void aNewKeyIsThereOnceAnotherOperatorHasApprovedIt() {
    Response answer = keys.issue(PAYS);

    String request = waiting(answer);
    assertThat(answer.<String>path("action")).isEqualTo("api-key.create");
    assertThat(answer.<String>path("subject")).isEqualTo(keys.subject());
    assertThat(answer.json().getMap("asked")).isEqualTo(new JsonObject(PAYS).getMap());
    assertThat(keys.listed()).isEmpty();
    assertThat(waiting(keys.issue(PAYS))).as("a repeat").isEqualTo(request);
    assertRefused(keys.issue("{}"), 409, "another request for this is waiting");
    assertThat(approve(request).statusCode()).isEqualTo(200);
    JsonObject made = keys.listed().get(0);
    assertThat(made.getMap()).containsAllEntriesOf(new JsonObject(PAYS).getMap());
    assertThat(made.getString("secretFor")).isEqualTo(TestOperator.KEY);
    assertThat(requests.entries(keys.subjectOf(made.getString("apiKey"))))
        .containsExactly(new Entry("api-key.create", TestOperator.KEY));
    assertThat(requests.entriesOf(request))
        .containsExactly(
            new Entry("approval.request", TestOperator.KEY),
            new Entry("approval.approve", TestOperator.SECOND_KEY));
    assertThat(requests.holdsOperation(request)).isFalse();
  }

  /** They may do no more than the key that makes them, which was approved. */
  @Test
  void keysThatABusinessMakesByAnApprovedOneDoNotWait() {
    String manager = keys.approved("{'scopes':['manage','read','pay']}");
    String secret = keys.draw(manager, TestOperator.request()).path("apiSecret");
    String token = authenticate(manager, secret).path("accessToken");

    Response made =
        TestOperator.with(token).body("{\"scopes\":[\"pay\"]}").post("/business/api-keys");
    Response more =
        TestOperator.with(token).body("{\"scopes\":[\"collect\"]}").post("/business/api-keys");

    assertThat(made.statusCode()).as(made.asString()).isEqualTo(201);
    assertThat(authenticate(made.path("apiKey"), made.path("apiSecret")).statusCode())
        .isEqualTo(200);
    assertThat(more.statusCode()).isEqualTo(403);
    assertThat(requests.entries(keys.subjectOf(made.path("apiKey"))))
        .containsExactly(new Entry("api-key.create", "api-key/" + manager));
  }

  @Test
  void itsRequesterDrawsItsSecretOnce() {
    String key = keys.approved("{}");

    Response drawn = keys.draw(key, TestOperator.request());

    assertThat(drawn.statusCode()).as(drawn.asString()).isEqualTo(201);
    String secret = drawn.path("apiSecret");
    assertThat(secret).matches("sk_test_[0-9a-f]{64}");
    assertThat(drawn.<String>path("secretFor")).isNull();
    assertThat(drawn.<String>path("secretUntil")).isNull();
    assertThat(authenticate(key, secret).statusCode()).isEqualTo(200);
    assertRefused(keys.draw(key, TestOperator.request()), 409, "api key has no secret to draw");
    assertThat(authenticate(key, secret).statusCode()).isEqualTo(200);
    assertThat(requests.entries(keys.subjectOf(key)))
        .containsExactly(
            new Entry("api-key.create", TestOperator.KEY),
            new Entry("api-key.draw-secret", TestOperator.KEY));
    assertThat(audit.quoting(secret)).isZero();
  }

  @Test
  void noOtherOperatorDrawsItNorItsApprover() {
    String key = keys.approved("{}");

    assertRefused(
        keys.draw(key, TestOperator.second()),
        403,
        "only its requester may draw the secret of this api key");
    assertRefused(
        keys.draw(key, TestOperator.person("administrator").request()),
        403,
        "only its requester may draw the secret of this api key");

    assertThat(requests.entries(keys.subjectOf(key))).hasSize(1);
    assertThat(keys.draw(key, TestOperator.request()).statusCode()).isEqualTo(201);
  }

  @Test
  void ofDrawsAtOnceOneHasTheSecret() {
    String key = keys.approved("{}");

    List<HttpResponse<String>> answers =
        AtOnce.send(3, i -> AtOnce.post(TestOperator.token(), keys.pathOf(key) + "/secret", ""));

    assertThat(answers)
        .extracting(HttpResponse::statusCode)
        .containsExactlyInAnyOrder(201, 409, 409);
    String secret =
        answers.stream()
            .filter(answer -> answer.statusCode() == 201)
            .map(answer -> new JsonObject(answer.body()).getString("apiSecret"))
            .findFirst()
            .orElseThrow();
    assertThat(authenticate(key, secret).statusCode()).isEqualTo(200);
  }

  @Test
  void aRevokedOrOtherKeyHasNoSecretToDraw() {
    String revoked = keys.approved("{}");
    TestOperator.request().delete(keys.pathOf(revoked)).succeeded();
    String shown = keys.issuedAlone("{}");

    assertRefused(keys.draw(revoked, TestOperator.request()), 409, "api key has no secret to draw");
    assertRefused(keys.draw(shown, TestOperator.request()), 409, "api key has no secret to draw");
    assertRefused(keys.draw("pk_test_unknown", TestOperator.request()), 404, "api key not found");
  }

  @Test
  void aSecretThatIsNotDrawnInTimeIsNeverDrawn() {
    String key = keys.approved("{}");
    JsonObject approved = keys.listed().get(0);
    assertThat(
            Duration.between(approved.getInstant("createdAt"), approved.getInstant("secretUntil")))
        .isEqualTo(Duration.ofDays(3));
    rows.execute("UPDATE api_key SET secret_until = now() WHERE key = $1", key);
    String hash = storedHash(key);

    assertRefused(
        keys.draw(key, TestOperator.request()),
        409,
        "secret of this api key was not drawn in time");
    assertRefused(
        keys.draw(key, TestOperator.second()),
        403,
        "only its requester may draw the secret of this api key");

    assertThat(storedHash(key)).isEqualTo(hash);
    assertThat(requests.entries(keys.subjectOf(key)))
        .containsExactly(new Entry("api-key.create", TestOperator.KEY));
    assertThat(TestOperator.request().delete(keys.pathOf(key)).statusCode()).isEqualTo(200);
  }

  /** Of a business that is signed to by the legacy scheme the drawn secret is kept. */
  @Test
  void aDrawnSecretSignsByTheLegacyScheme() {
    TestOperator.request()
        .body(Map.of("signatureScheme", "legacy"))
        .patch("/operator/businesses/" + keys.business())
        .succeeded();
    String key = keys.approved("{}");
    String before = storedSecret(key);

    Response drawn = keys.draw(key, TestOperator.request());

    assertThat(drawn.<Boolean>path("signsLegacy")).isTrue();
    assertThat(storedSecret(key)).isNotEqualTo(before);
  }

  @Test
  void aRefusedKeyIsNone() {
    String request = waiting(keys.issue(PAYS));

    refuse(request, TestOperator.second()).succeeded();

    assertThat(keys.listed()).isEmpty();
    assertThat(requests.holdsOperation(request)).isFalse();
    assertRefused(approve(request), 409, "request is decided");
  }

  @Test
  void itsRequesterDoesNotApproveIt() {
    String request = waiting(keys.issue(PAYS));

    assertRefused(
        approve(request, TestOperator.request()), 403, "another operator must decide this request");

    assertThat(keys.listed()).isEmpty();
  }

  @Test
  void aKeyThatWouldBeRefusedIsRefusedAtOnce() {
    assertRefused(
        keys.issue("{\"expiresAt\":\"2026-01-01T00:00:00Z\"}"),
        400,
        "expiresAt must be in the future");

    assertThat(requestsOf(keys.subject())).isZero();
  }

  private long requestsOf(String subject) {
    return rows.count("SELECT count(*) FROM approval WHERE subject = $1", subject);
  }

  private String storedSecret(String key) {
    return stored("secret_encrypted", key);
  }

  private String storedHash(String key) {
    return stored("secret_hash", key);
  }

  private String stored(String column, String key) {
    return rows.execute(
            "SELECT encode(%s, 'hex') AS stored FROM api_key WHERE key = $1".formatted(column), key)
        .get(0)
        .getString("stored");
  }

  private static Response authenticate(String key, String secret) {
    return given()
        .contentType("application/json")
        .body(Map.of("apiKey", key, "apiSecret", secret))
        .post("/business/auth");
  }
}
