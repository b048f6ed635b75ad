package org.mizani.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.access.RefreshedCallers;
import org.mizani.fault.ErrorCode;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.support.Eventually;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;

/** API keys that a business lists, makes and revokes itself. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class OwnApiKeyApiTest {

  private static final String READS =
      """
      {"name":"Reports","scopes":["read"],"allowedNetworks":["127.0.0.0/8","::1/128"],
       "expiresAt":"2036-01-01T03:00:00+03:00"}""";

  @Inject TestPartners partners;
  @Inject AuditEntries audit;
  @Inject RefreshedCallers callers;

  private OwnKeys keys;

  @BeforeEach
  void createBusiness() {
    keys = OwnKeys.ofNewBusiness(partners);
  }

  @Test
  void makesAKeyWithTheTermsThatAreSent() {
    Response answer = keys.make(READS);

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(201);
    JsonObject made = new JsonObject(answer.asString());
    assertThat(made.fieldNames())
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
            "revokedAt");
    assertThat(made.getString("apiKey")).matches("pk_test_[0-9a-f]{32}");
    assertThat(made.getString("apiSecret")).matches("sk_test_[0-9a-f]{64}");
    assertThat(made.getMap())
        .containsEntry("name", "Reports")
        .containsEntry("scopes", List.of("read"))
        .containsEntry("allowedNetworks", List.of("127.0.0.0/8", "::1/128"))
        .containsEntry("expiresAt", "2036-01-01T00:00:00Z")
        .containsEntry("createdBy", keys.key());
  }

  @Test
  void theKeyOpensWhatItsScopesSay() {
    String token = OwnKeys.authenticate(keys.make(READS)).path("accessToken");

    Response balance = TestOperator.with(token).get("/business/balance");
    Response payout = TestOperator.with(token).body("{}").post("/business/payout/transfer");
    Response another = TestOperator.with(token).body(READS).post(OwnKeys.PATH);

    assertThat(balance.<String>path("businessId")).isEqualTo(keys.business());
    assertRefused(payout, 403, "api key lacks the scope pay");
    assertRefused(another, 403, "api key lacks the scope manage");
  }

  @Test
  void listsKeysNewestFirstWithTheirLastUseAndNoSecret() {
    Response first = keys.make(READS);
    Response second = keys.make("{'scopes':['pay','read']}");
    OwnKeys.authenticate(first);

    Response list = keys.request().get(OwnKeys.PATH);

    assertThat(list.asString()).doesNotContain("sk_test").doesNotContain("apiSecret");
    assertThat(list.<List<String>>path("items.apiKey"))
        .containsExactly(second.path("apiKey"), first.path("apiKey"), keys.key());
    List<JsonObject> listed = keys.listed();
    assertThat(listed.get(0).getValue("lastUsedAt")).isNull();
    assertThat(listed.get(1).getString("lastUsedAt")).matches(".*:00Z");
    assertThat(listed.get(2).getValue("createdBy")).isNull();
  }

  @Test
  void aWalkThroughThePagesMeetsEachKeyOnce() {
    String first = keys.make(READS).path("apiKey");

    Response page = keys.request().queryParam("limit", 1).get(OwnKeys.PATH);
    Response next =
        keys.request()
            .queryParam("limit", 1)
            .queryParam("cursor", page.<String>path("nextCursor"))
            .get(OwnKeys.PATH);

    assertThat(page.<List<String>>path("items.apiKey")).containsExactly(first);
    assertThat(next.<List<String>>path("items.apiKey")).containsExactly(keys.key());
    assertThat(next.<String>path("nextCursor")).isNull();
    OwnKeys other = OwnKeys.ofNewBusiness(partners);
    assertRefused(
        other.request().queryParam("cursor", page.<String>path("nextCursor")).get(OwnKeys.PATH),
        400,
        "cursor is not valid");
  }

  @Test
  void refusesAParameterThatTheListDoesNotHave() {
    Response answer = keys.request().queryParam("status", "revoked").get(OwnKeys.PATH);

    assertRefused(answer, 400, "status is not a parameter of this operation");
  }

  @Test
  void revokingEndsAKeyAtOnceAndItsTokensLater() throws Exception {
    Response made = keys.make(READS);
    String token = OwnKeys.authenticate(made).path("accessToken");
    assertThat(TestOperator.with(token).get("/business/balance").statusCode()).isEqualTo(200);

    Response answer = keys.revoke(made.path("apiKey"));

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    assertThat(answer.<String>path("revokedAt")).isNotNull();
    assertThat(answer.<String>path("apiSecret")).isNull();
    assertRefused(OwnKeys.authenticate(made), 401, "invalid credentials");
    // Again, where a scheduled refresh has read the key before, and ends after this one.
    Eventually.holds(
        () -> {
          callers.now();
          assertAnswer(TestOperator.with(token).get("/business/balance"), 401, MALFORMED_TOKEN);
        });
  }

  @Test
  void revokingAgainKeepsTheFirstRevocation() {
    String key = keys.make(READS).path("apiKey");
    Response first = keys.revoke(key);
    long entries = audit.count();

    Response again = keys.revoke(key);

    assertThat(again.asString()).isEqualTo(first.asString());
    assertThat(audit.count()).isEqualTo(entries);
  }

  @Test
  void changesAreAuditedWithTheKeyAsActor() {
    Response made = keys.make(READS);
    String key = made.path("apiKey");
    keys.revoke(key).succeeded();

    List<AuditEntries.Written> written = audit.of(keys.subjectOf(key), keys.actor());

    assertThat(written)
        .extracting(AuditEntries.Written::action)
        .containsExactly("api-key.create", "api-key.revoke");
    assertThat(written.get(0).before()).isNull();
    assertThat(written.get(0).after().getMap())
        .containsEntry("name", "Reports")
        .containsEntry("scopes", List.of("read"));
    assertThat(written.get(1).before().getValue("revokedAt")).isNull();
    assertThat(written.get(1).after().getString("revokedAt")).isNotNull();
    assertThat(audit.quoting(made.path("apiSecret"))).isZero();
    assertThat(
            TestOperator.request()
                .queryParam("operator", keys.actor())
                .get("/operator/audit-log")
                .<List<String>>path("items.action"))
        .containsExactly("api-key.revoke", "api-key.create");
  }

  @Test
  void operatorsSeeWhichKeyMadeAnother() {
    String key = keys.make(READS).path("apiKey");

    List<JsonObject> listed = keys.listedByOperator();

    assertThat(listed.get(0).getMap())
        .containsEntry("apiKey", key)
        .containsEntry("createdBy", keys.key());
    assertThat(listed.get(1).getValue("createdBy")).isNull();
  }

  /** A secret is not kept, so that no answer can be given again. */
  @Test
  void keysOfAnotherBusinessAreNeitherSeenNorRevoked() {
    OwnKeys other = OwnKeys.ofNewBusiness(partners);
    String key = other.make(READS).path("apiKey");
    long entries = audit.count();

    Response answer = keys.revoke(key);

    assertRefused(answer, 404, "api key not found");
    assertCoded(answer, ErrorCode.RECORD_NOT_FOUND, "");
    assertRefused(keys.revoke(other.key()), 404, "api key not found");
    assertThat(keys.listed()).extracting(k -> k.getString("apiKey")).containsExactly(keys.key());
    assertThat(other.listed())
        .hasSize(2)
        .allSatisfy(k -> assertThat(k.getString("revokedAt")).isNull());
    assertThat(audit.count()).isEqualTo(entries);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "%00%00%00%00%00%00%00%00", "pk_test_%20", "../balance", "%2e%2e"})
  void aTextThatIsNoKeyOfTheBusinessIsRevokedByNoSpelling(String text) {
    Response answer = keys.request().asWritten().delete(OwnKeys.PATH + "/" + text);

    assertThat(answer.statusCode()).as(answer.asString()).isIn(400, 404, 405);
    assertThat(keys.listed()).hasSize(1);
  }
}
