package org.mizani.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fault.ErrorCode;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** A business manages its own webhook endpoints. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class OwnEndpointApiTest {

  /** The default of {@code PAYMENTS_WEBHOOK_ENDPOINTS_MOST}. */
  private static final int MOST = 5;

  private static final String URL = "https://hooks.example.com/token-of-the-url";

  @Inject TestPartners partners;
  @Inject Rows rows;

  private Partner partner;
  private Endpoints endpoints;

  @BeforeEach
  void aPartner() {
    partner = partners.create(Map.of());
    endpoints = new Endpoints(partner);
  }

  @Test
  void showsTheSecretOnceAndTheTermsAlways() {
    JsonObject made = endpoints.make(URL, "collection", "payout", "payout");

    JsonObject read = new JsonObject(endpoints.get(made).succeeded().asString());

    assertThat(made.getString("secret")).startsWith("whsec_");
    assertThat(made.getString("status")).isEqualTo("enabled");
    assertThat(made.getJsonArray("kinds").encode()).isEqualTo("[\"payout\",\"collection\"]");
    assertThat(made.getBoolean("ordered")).isFalse();
    made.remove("secret");
    assertThat(read.encode()).isEqualTo(made.encode());
    assertThat(endpoints.ids()).containsExactly(made.getString("id"));
  }

  @Test
  void anOrderedOneIsShownAsSuch() {
    JsonObject made =
        new JsonObject(
            endpoints
                .post(Map.of("url", URL, "kinds", List.of("payout"), "ordered", true))
                .asString());

    assertThat(made.getBoolean("ordered")).isTrue();
    assertThat(endpoints.get(made).<Boolean>path("ordered")).isTrue();
  }

  @Test
  void listsTheNewestFirstWithoutDeletedOnes() {
    JsonObject first = endpoints.make(URL, "payout");
    JsonObject second = endpoints.make(URL, "payout");
    JsonObject third = endpoints.make(URL, "payout");

    JsonObject deleted = new JsonObject(endpoints.delete(second).succeeded().asString());

    assertThat(deleted.getString("status")).isEqualTo("deleted");
    assertThat(deleted.getString("url")).isNull();
    assertThat(endpoints.ids()).containsExactly(third.getString("id"), first.getString("id"));
    assertRefused(endpoints.get(second), 404, "webhook endpoint not found");
    assertRefused(endpoints.delete(second), 404, "webhook endpoint not found");
  }

  @Test
  void anotherBusinessSeesNone() {
    JsonObject mine = endpoints.make(URL, "payout");
    Endpoints others = new Endpoints(partners.create(Map.of()));

    assertThat(others.ids()).isEmpty();
    assertRefused(others.get(mine), 404, "webhook endpoint not found");
    assertRefused(others.delete(mine), 404, "webhook endpoint not found");
    for (String verb : List.of("disable", "enable", "rotate-secret", "test")) {
      assertRefused(others.post(mine, verb), 404, "webhook endpoint not found");
    }
    assertThat(endpoints.get(mine).<String>path("status")).isEqualTo("enabled");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "00000000-0000-7000-8000-000000000000"})
  void anUnknownIdIsNotFound(String id) {
    Response answer = partner.request().get(Endpoints.PATH + "/" + id);

    assertRefused(answer, 404, "webhook endpoint not found");
    assertCoded(answer, ErrorCode.RECORD_NOT_FOUND, "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|FIELD_MISSING|url|url is required",
        "{'url':' ','kinds':['payout']}|FIELD_MISSING|url|url is required",
        "{'url':'https://a.example','kinds':'payout'}|FIELD_TYPE|kinds|invalid payload",
        "{'url':'ftp://a.example','kinds':['payout']}|FIELD_VALUE|url"
            + "|url must be an absolute http:// or https:// URL",
        "{'url':'https://u:p@a.example','kinds':['payout']}|FIELD_VALUE|url"
            + "|url must not contain credentials",
        "{'url':'https://a.example'}|FIELD_MISSING|kinds|kinds is required",
        "{'url':'https://a.example','kinds':[]}|FIELD_MISSING|kinds|kinds is required",
        "{'url':'https://a.example','kinds':['sweep']}|FIELD_VALUE|kinds"
            + "|kinds must be one of: payout, payout_release, payout_return, collection, bulk",
        "{'url':'https://a.example','kinds':[null]}|FIELD_MISSING|kinds|kinds is required",
        "{'url':'https://a.example','kinds':['payout'],'ordered':'true'}|FIELD_TYPE|ordered"
            + "|invalid payload",
      })
  void refusesNonsense(String form, ErrorCode code, String field, String message) {
    Response answer = partner.request().body(form.replace('\'', '"')).post(Endpoints.PATH);

    assertRefused(answer, 400, message);
    assertCoded(answer, code, field);
    assertThat(endpoints.ids()).isEmpty();
  }

  @Test
  void aBusinessHasSoManyAtMostAndDeletedOnesCountForADay() {
    List<JsonObject> made =
        IntStream.range(0, MOST).mapToObj(i -> endpoints.make(URL, "payout")).toList();
    endpoints.delete(made.get(0)).succeeded();

    Response refused = endpoints.post(Map.of("url", URL, "kinds", List.of("payout")));

    assertRefused(refused, 409, "too many webhook endpoints");
    assertCoded(refused, ErrorCode.TOO_MANY_ENDPOINTS, "");
    rows.execute(
        "UPDATE webhook_endpoint SET deleted_at = now() - interval '25 hours' WHERE id = $1",
        UUID.fromString(made.get(0).getString("id")));
    endpoints.make(URL, "payout");
  }

  @Test
  void aDisabledOneHasNoTestAndABusinessOneInAWhile() {
    JsonObject endpoint = endpoints.make("http://localhost:1/", "payout");
    JsonObject other = endpoints.make("http://localhost:1/other", "payout");

    assertThat(endpoints.post(endpoint, "test").statusCode()).isEqualTo(202);
    Response again = endpoints.post(other, "test");
    endpoints.post(endpoint, "disable").succeeded();
    Response disabled = endpoints.post(endpoint, "test");

    assertRefused(again, 409, "webhook endpoint was tested a moment ago");
    assertCoded(again, ErrorCode.TEST_TOO_SOON, "");
    assertRefused(disabled, 409, "webhook endpoint is disabled");
    assertCoded(disabled, ErrorCode.ENDPOINT_DISABLED, "");
  }

  @Test
  void eachChangeHasAnEntryWithoutUrlAndSecret() {
    // Given
    JsonObject endpoint = endpoints.make(URL, "payout");

    // When: one that changes nothing has no entry
    endpoints.post(endpoint, "enable").succeeded();
    endpoints.post(endpoint, "disable").succeeded();
    endpoints.post(endpoint, "disable").succeeded();
    endpoints.post(endpoint, "enable").succeeded();
    endpoints.post(endpoint, "rotate-secret").created();
    endpoints.delete(endpoint).succeeded();

    // Then
    List<String> entries =
        rows
            .execute(
                "SELECT action, before::text, after::text FROM audit_entry"
                    + " WHERE operator = $1 ORDER BY id",
                "api-key/" + partner.apiKey())
            .stream()
            .map(row -> row.getString(0) + row.getString(1) + row.getString(2))
            .toList();
    assertThat(entries)
        .extracting(entry -> entry.replaceFirst("(null|\\{).*", ""))
        .containsExactly(
            "webhook-endpoint.create",
            "webhook-endpoint.disable",
            "webhook-endpoint.enable",
            "webhook-endpoint.rotate_secret",
            "webhook-endpoint.delete");
    assertThat(String.join("\n", entries))
        .contains("hooks.example.com:443")
        .doesNotContain("token-of-the-url", "whsec_");
  }

  @Test
  void aDeletedOneHasNoUrlAndNoSecretInTheDatabase() {
    JsonObject endpoint = endpoints.make(URL, "payout");
    endpoints.post(endpoint, "rotate-secret").created();

    endpoints.delete(endpoint).succeeded();

    assertThat(
            rows.count(
                "SELECT count(*) FROM webhook_endpoint WHERE id = $1 AND url IS NULL"
                    + " AND secret_encrypted IS NULL AND previous_secret_encrypted IS NULL",
                UUID.fromString(endpoint.getString("id"))))
        .isOne();
  }
}
