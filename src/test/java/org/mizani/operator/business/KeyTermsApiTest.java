package org.mizani.operator.business;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.access.RefreshedCallers;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Terms of API keys: entered at their creation, changed later. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class KeyTermsApiTest {

  private static final String TERMS =
      """
      {"name":"Payroll server","scopes":["pay","read","pay"],
       "allowedNetworks":["127.0.0.0/8","2001:db8::/32"],"expiresAt":"2036-01-01T03:00:00+03:00"}""";
  private static final String SHOWN =
      """
      {"name":"Payroll server","scopes":["read","pay"],
       "allowedNetworks":["127.0.0.0/8","2001:db8::/32"],"expiresAt":"2036-01-01T00:00:00Z"}""";
  private static final String UNLIMITED =
      """
      {"name":null,"scopes":["read","pay","collect","verify"],
       "allowedNetworks":[],"expiresAt":null}""";

  @Inject AuditEntries audit;
  @Inject RefreshedCallers callers;
  @Inject Rows rows;

  private String keys;
  private String subject;

  @BeforeEach
  void createBusiness() {
    String business =
        TestOperator.request()
            .body("{\"name\":\"Keys\"}")
            .post("/operator/businesses")
            .path("businessId");
    keys = "/operator/businesses/" + business + "/api-keys";
    subject = "business/" + business + "/api-keys/";
  }

  @Test
  void aKeyHasTheTermsThatItWasIssuedWith() {
    Response issued = TestOperator.request().body(TERMS).post(keys);

    assertThat(issued.statusCode()).as(issued.asString()).isEqualTo(201);
    assertThat(termsOf(new JsonObject(issued.asString()))).isEqualTo(new JsonObject(SHOWN));
    assertThat(termsOf(listed())).isEqualTo(new JsonObject(SHOWN));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"scopes\":null}"})
  void aKeyWithoutTermsIsUnlimited(String body) {
    Response issued = TestOperator.request().body(body).post(keys);

    assertThat(issued.statusCode()).as(issued.asString()).isEqualTo(201);
    assertThat(termsOf(listed())).isEqualTo(new JsonObject(UNLIMITED));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{'scopes':[]}                  | scopes is required",
        "{'scopes':[null]}              | scopes is required",
        "{'scopes':['admin']}           | scopes must be one of: read, pay, collect, verify, manage",
        "{'scopes':['READ']}            | scopes must be one of: read, pay, collect, verify, manage",
        "{'scopes':'read'}              | invalid payload",
        "{'scopes':[1]}                 | invalid payload",
        "{'name':1}                     | invalid payload",
        "{'allowedNetworks':'::/0'}     | invalid payload",
        "{'allowedNetworks':[null]}     | allowedNetworks is required",
        "{'allowedNetworks':['10.0.0.1/8']} | allowedNetworks must be networks such as 203.0.113.0/24 or 2001:db8::/32",
        "{'allowedNetworks':['10.0.0.1']}   | allowedNetworks must be networks such as 203.0.113.0/24 or 2001:db8::/32",
        "{'expiresAt':'2026-01-01T00:00:00Z'} | expiresAt must be in the future",
        "{'expiresAt':'tomorrow'}       | expiresAt must be an ISO 8601 date and time",
        "{'expiresAt':1893456000}       | invalid payload",
        "{                              | invalid payload",
        "[]                             | invalid payload",
        "null                           | invalid payload"
      })
  void refusesTermsThatBreakARule(String body, String refusal) {
    long entries = audit.count();

    Response issued = TestOperator.request().body(body.replace('\'', '"')).post(keys);

    assertRefused(issued, 400, refusal);
    assertThat(TestOperator.request().get(keys).<List<Object>>path("items")).isEmpty();
    assertThat(audit.count()).isEqualTo(entries);
  }

  @Test
  void refusesMoreThanFiftyNetworks() {
    Response fifty = issueFrom(50);
    Response more = issueFrom(51);

    assertThat(fifty.statusCode()).as(fifty.asString()).isEqualTo(201);
    assertRefused(more, 400, "allowedNetworks must be at most 50 networks");
  }

  private Response issueFrom(int networks) {
    return TestOperator.request()
        .body(Map.of("allowedNetworks", Collections.nCopies(networks, "203.0.113.0/24")))
        .post(keys);
  }

  /** Terms that were sent and not read would leave the key unlimited. */
  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded"})
  void refusesTermsOfAnotherContentType(String type) {
    Response issued = TestOperator.request().contentType(type).body(TERMS).post(keys);

    assertRefused(issued, 400, "invalid payload");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{'name':'Finance'}          | name            | 'Finance'",
        "{'name':null}               | name            | null",
        "{'scopes':['verify','read']} | scopes         | ['read','verify']",
        "{'allowedNetworks':null}    | allowedNetworks | []",
        "{'allowedNetworks':['203.0.113.0/24']} | allowedNetworks | ['203.0.113.0/24']",
        "{'expiresAt':null}          | expiresAt       | null",
        "{'expiresAt':'2040-01-01'}  | expiresAt       | '2040-01-01T00:00:00Z'"
      })
  void changesTheTermsThatAreSentAndNoOthers(String body, String field, String value) {
    String key = TestOperator.request().body(TERMS).post(keys).path("apiKey");

    Response changed = change(key, body);

    JsonObject expected =
        new JsonObject(SHOWN)
            .mergeIn(new JsonObject("{'%s':%s}".formatted(field, value).replace('\'', '"')));
    assertThat(changed.statusCode()).as(changed.asString()).isEqualTo(200);
    assertThat(termsOf(new JsonObject(changed.asString()))).isEqualTo(expected);
    assertThat(termsOf(listed())).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{'scopes':null}   | scopes is required",
        "{'scopes':[]}     | scopes is required",
        "{'scopes':1}      | invalid payload",
        "{'allowedNetworks':['x']}            | allowedNetworks must be networks such as 203.0.113.0/24 or 2001:db8::/32",
        "{'expiresAt':'2026-01-01T00:00:00Z'} | expiresAt must be in the future",
        "[]                | invalid payload"
      })
  void aRefusedChangeLeavesTheKeyAsItIs(String body, String refusal) {
    String key = TestOperator.request().body(TERMS).post(keys).path("apiKey");
    long entries = audit.count();

    Response changed = change(key, body);

    assertRefused(changed, 400, refusal);
    assertThat(termsOf(listed())).isEqualTo(new JsonObject(SHOWN));
    assertThat(audit.count()).isEqualTo(entries);
  }

  @Test
  void anUnknownKeyIsNotChanged() {
    assertRefused(change("pk_test_unknown", "{\"name\":\"Any\"}"), 404, "api key not found");
  }

  @Test
  void aChangeHoldsForTokensThatWereIssuedBefore() {
    JsonObject key = new JsonObject(TestOperator.request().post(keys).asString());
    String token = authenticate(key).path("accessToken");
    assertThat(balance(token).statusCode()).isEqualTo(200);

    change(key.getString("apiKey"), "{'scopes':['pay']}");

    callers.now();
    assertRefused(balance(token), 403, "api key lacks the scope read");
    change(key.getString("apiKey"), "{'allowedNetworks':['203.0.113.0/24']}");
    callers.now();
    assertRefused(balance(token), 403, "address is not allowed for this api key");
  }

  /** Other terms of an expired key can be changed without its end. */
  @Test
  void anExpiredKeyOpensAgainOnceItsEndIsMoved() {
    JsonObject key = new JsonObject(TestOperator.request().post(keys).asString());
    rows.execute(
        "UPDATE api_key SET expires_at = now() WHERE key = $1 RETURNING id",
        key.getString("apiKey"));
    change(key.getString("apiKey"), "{'name':'Ended'}").succeeded();
    assertRefused(authenticate(key), 401, "invalid credentials");

    change(key.getString("apiKey"), "{'expiresAt':null}").succeeded();

    assertThat(authenticate(key).statusCode()).isEqualTo(200);
  }

  @Test
  void auditsTheTermsBeforeAndAfterAChange() {
    String key = TestOperator.request().body(TERMS).post(keys).path("apiKey");

    change(key, "{'scopes':['read']}");

    AuditEntries.Written entry = audit.of(subject + key).get(1);
    assertThat(entry.action()).isEqualTo("api-key.change");
    assertThat(termsOf(entry.before())).isEqualTo(new JsonObject(SHOWN));
    assertThat(termsOf(entry.after()))
        .isEqualTo(new JsonObject(SHOWN).put("scopes", List.of("read")));
  }

  private Response change(String key, String body) {
    return TestOperator.request().body(body.replace('\'', '"')).patch(keys + "/" + key);
  }

  private JsonObject listed() {
    return new JsonObject(TestOperator.request().get(keys).asString())
        .getJsonArray("items")
        .getJsonObject(0);
  }

  private static JsonObject termsOf(JsonObject key) {
    JsonObject terms = new JsonObject();
    for (String field : List.of("name", "scopes", "allowedNetworks", "expiresAt")) {
      assertThat(key.fieldNames()).contains(field);
      terms.put(field, key.getValue(field));
    }
    return terms;
  }

  private static Response authenticate(JsonObject key) {
    return given()
        .contentType("application/json")
        .body(Map.of("apiKey", key.getString("apiKey"), "apiSecret", key.getString("apiSecret")))
        .post("/business/auth");
  }

  private static Response balance(String token) {
    return given().header("Authorization", "Bearer " + token).get("/business/balance");
  }
}
