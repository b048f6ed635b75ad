package org.mizani.operator.business;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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
import org.mizani.support.TestPartners;

/** Registering, reading and changing businesses. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class BusinessApiTest {

  private static final String PATH = "/operator/businesses";
  private static final String FULL =
      """
      {"name":"Acacia Traders","callbackUrl":"https://example.org/payouts?token=abc",
       "collectionCallbackUrl":"http://example.org/collections","collectionsEnabled":true,
       "feeRate":0.01500,"leastFees":{"USD":0.5,"KES":20},"signatureScheme":"legacy","suspended":false,
       "largestPayouts":{"KES":250000,"UGX":9000000},
       "dailyPayouts":{"KE":5000000,"UG":90000000},"payoutsPerHour":600,
       "promptsPerPhone":3,"lookUpsPerPhone":7}""";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject AuditEntries audit;
  @Inject RefreshedCallers callers;

  @Test
  void registersABusinessByItsNameAlone() {
    Response answer = post("{\"name\":\"Baobab\"}");

    assertThat(answer.statusCode()).isEqualTo(201);
    JsonObject created = new JsonObject(answer.asString());
    assertThat(created.fieldNames())
        .containsExactly(
            "businessId",
            "name",
            "callbackUrl",
            "collectionCallbackUrl",
            "collectionsEnabled",
            "feeRate",
            "leastFees",
            "signatureScheme",
            "suspended",
            "largestPayouts",
            "dailyPayouts",
            "payoutsPerHour",
            "promptsPerPhone",
            "lookUpsPerPhone",
            "createdAt",
            "updatedAt",
            "webhookSecret");
    assertThat(settings(created))
        .isEqualTo(
            new JsonObject(
                """
                {"name":"Baobab","callbackUrl":null,"collectionCallbackUrl":null,
                 "collectionsEnabled":false,"feeRate":0.02,"leastFees":{},"signatureScheme":"digest",
                 "suspended":false,"largestPayouts":{},"dailyPayouts":{},"payoutsPerHour":null,
                 "promptsPerPhone":null,"lookUpsPerPhone":null}"""));
    assertThat(created.getString("createdAt"))
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z");
  }

  @Test
  void registersAndAuditsAllGivenSettings() {
    JsonObject created = created(FULL);

    assertThat(settings(created))
        .isEqualTo(
            new JsonObject(
                """
                {"name":"Acacia Traders","callbackUrl":"https://example.org/payouts?token=abc",
                 "collectionCallbackUrl":"http://example.org/collections",
                 "collectionsEnabled":true,"feeRate":0.015,
                 "leastFees":{"USD":0.5,"KES":20},"signatureScheme":"legacy",
                 "suspended":false,"largestPayouts":{"KES":250000,"UGX":9000000},
                 "dailyPayouts":{"KE":5000000,"UG":90000000},"payoutsPerHour":600,
                 "promptsPerPhone":3,"lookUpsPerPhone":7}"""));
    JsonObject written =
        settings(created).put("callbackUrl", "https://example.org/payouts?…"); // may hold a token
    assertThat(audit.of(subject(created)))
        .containsExactly(new AuditEntries.Written("business.create", null, written));
  }

  @Test
  void showsTheWebhookSecretOnceAndKeepsItEncrypted() {
    JsonObject created = created(FULL);
    String secret = created.getString("webhookSecret");

    assertThat(secret).matches("whsec_[A-Za-z0-9+/]{43}=");
    assertThat(read(created).containsKey("webhookSecret")).isFalse();
    assertThat(audit.quoting(secret)).isZero();
    assertThat(
            rows.count(
                """
                SELECT count(*) FROM webhook_secret s JOIN business b ON b.id = s.business_id
                WHERE b.public_id = $1 AND s.expires_at IS NULL
                  AND position($2::text::bytea IN s.secret_encrypted) = 0
                """,
                UUID.fromString(created.getString("businessId")),
                secret))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                       | name is required",
        "{'name':' '}                             | name is required",
        "{'name':'a\\u0000b'}                     | name must not contain control characters",
        "{'name':'N','callbackUrl':'ftp://x'}     | callbackUrl must be an absolute http:// or https:// URL",
        "{'name':'N','collectionCallbackUrl':'/x'}| collectionCallbackUrl must be an absolute http:// or https:// URL",
        "{'name':'N','feeRate':-0.01}             | feeRate must be at least 0 and less than 1",
        "{'name':'N','feeRate':1}                 | feeRate must be at least 0 and less than 1",
        "{'name':'N','feeRate':1E+99}             | feeRate must be at least 0 and less than 1",
        "{'name':'N','feeRate':0.000001}          | feeRate must have at most 5 decimal places",
        "{'name':'N','signatureScheme':'DIGEST'}  | signatureScheme must be one of: digest, legacy",
        "{'name':'N','signatureScheme':''}        | signatureScheme is required",
        "{'name':7}                               | invalid payload",
        "{'name':'N','feeRate':'0.01'}            | invalid payload",
        "{'name':'N','suspended':'yes'}           | invalid payload",
        "{'name':'N','suspended':1}               | invalid payload",
        "{'name':'N',                             | invalid payload",
        "['name']                                 | invalid payload",
        "null                                     | invalid payload",
      })
  void refusesAnInvalidBusiness(String body, String message) {
    long before = businesses();
    long entries = audit.count();

    Response answer = post(body.replace('\'', '"'));

    assertRefused(answer, 400, message);
    assertThat(businesses()).isEqualTo(before);
    assertThat(audit.count()).isEqualTo(entries);
  }

  @Test
  void aNameHasAtMostAHundredCharacters() {
    assertThat(post("{\"name\":\"" + "n".repeat(100) + "\"}").statusCode()).isEqualTo(201);
    assertRefused(
        post("{\"name\":\"" + "n".repeat(101) + "\"}"), 400, "name must be at most 100 characters");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'name':'Other'}                          | name                  | \"Other\"",
        "{'callbackUrl':null}                      | callbackUrl           | null",
        "{'callbackUrl':'http://localhost:9000'}   | callbackUrl           | \"http://localhost:9000\"",
        "{'collectionCallbackUrl':null}            | collectionCallbackUrl | null",
        "{'collectionsEnabled':false}              | collectionsEnabled    | false",
        "{'feeRate':0}                             | feeRate               | 0",
        "{'feeRate':0.99999}                       | feeRate               | 0.99999",
        "{'leastFees':null}                        | leastFees             | {}",
        "{'signatureScheme':'digest','unknown':1}  | signatureScheme       | \"digest\"",
        "{'suspended':true}                        | suspended             | true",
        "{'payoutsPerHour':1000000}                | payoutsPerHour        | 1000000",
        "{'payoutsPerHour':null}                   | payoutsPerHour        | null",
        "{'dailyPayouts':null}                     | dailyPayouts          | {}",
        "{'promptsPerPhone':1}                     | promptsPerPhone       | 1",
        "{'promptsPerPhone':null}                  | promptsPerPhone       | null",
        "{'lookUpsPerPhone':1000000}               | lookUpsPerPhone       | 1000000",
      })
  void changesOnlyTheFieldThatIsSent(String body, String field, String value) {
    JsonObject created = created(FULL);
    JsonObject expected = settings(created);
    expected.mergeIn(new JsonObject("{\"" + field + "\":" + value + "}"));

    Response answer = patch(created, body.replace('\'', '"'));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(settings(new JsonObject(answer.asString()))).isEqualTo(expected);
    assertThat(settings(read(created))).isEqualTo(expected);
    AuditEntries.Written written = audit.of(subject(created)).get(1);
    assertThat(written.action()).isEqualTo("business.change");
    assertThat(written.before()).isEqualTo(masked(settings(created)));
    assertThat(written.after()).isEqualTo(masked(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'KES':100.5}              | {'KES':100.5,'UGX':9000000}",
        "{'ZAR':1}                  | {'KES':250000,'UGX':9000000,'ZAR':1}",
        "{'KES':null}               | {'UGX':9000000}",
        "{}                         | {'KES':250000,'UGX':9000000}",
        "null                       | {}",
      })
  void changesTheLargestPayoutsThatAreSent(String sent, String expected) {
    JsonObject created = created(FULL);

    Response answer = patch(created, "{\"largestPayouts\":" + sent.replace('\'', '"') + "}");

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    assertThat(read(created).getJsonObject("largestPayouts"))
        .isEqualTo(new JsonObject(expected.replace('\'', '"')));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "leastFees    | {'USD':1.25}  | {'USD':1.25,'KES':20}",
        "leastFees    | {'UGX':500}   | {'USD':0.5,'KES':20,'UGX':500}",
        "leastFees    | {'USD':null}  | {'KES':20}",
        "dailyPayouts | {'KE':100.5}  | {'KE':100.5,'UG':90000000}",
        "dailyPayouts | {'KE':null}   | {'UG':90000000}",
      })
  void changesTheAmountsThatAreSent(String field, String sent, String expected) {
    JsonObject created = created(FULL);

    Response answer = patch(created, "{\"%s\":%s}".formatted(field, sent.replace('\'', '"')));

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    assertThat(read(created).getJsonObject(field))
        .isEqualTo(new JsonObject(expected.replace('\'', '"')));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'name':null}                 | name is required",
        "{'collectionsEnabled':null}   | collectionsEnabled is required",
        "{'feeRate':null}              | feeRate is required",
        "{'signatureScheme':null}      | signatureScheme is required",
        "{'suspended':null}            | suspended is required",
        "{'suspended':'true'}          | invalid payload",
        "{'feeRate':'0.01'}            | invalid payload",
        "{'callbackUrl':7}             | invalid payload",
        "{'feeRate':1.5}               | feeRate must be at least 0 and less than 1",
        "{'leastFees':{'XXX':1}}       | leastFees must be one of: USD, EUR, GBP, KES, TZS, UGX, ZAR",
        "{'leastFees':{'USD':0}}       | leastFees.USD must be greater than 0",
        "{'leastFees':{'USD':0.001}}   | leastFees.USD must have at most 2 decimal places for USD",
        "{'leastFees':[1]}             | invalid payload",
        "{'payoutsPerHour':0}          | payoutsPerHour must be a whole number from 1 to 1000000",
        "{'dailyPayouts':{'KES':1}}    | dailyPayouts must be one of: KE, TZ, UG, ZA",
        "{'dailyPayouts':{'UG':0.5}}   | dailyPayouts.UG must have at most 0 decimal places for UGX",
        "{'promptsPerPhone':0}         | promptsPerPhone must be a whole number from 1 to 1000000",
        "{'promptsPerPhone':1.5}       | promptsPerPhone must be a whole number from 1 to 1000000",
        "{'lookUpsPerPhone':1000001}   | lookUpsPerPhone must be a whole number from 1 to 1000000",
        "{'lookUpsPerPhone':1E+400}    | lookUpsPerPhone must be a whole number from 1 to 1000000",
        "{'lookUpsPerPhone':'7'}       | invalid payload",
        "{'largestPayouts':7}          | invalid payload",
        "{'largestPayouts':{'USD':1}}  | largestPayouts must be one of: KES, TZS, UGX, ZAR",
        "{'largestPayouts':{'KES':0}}  | largestPayouts.KES must be greater than 0",
        "{'largestPayouts':{'KES':1.001}} | largestPayouts.KES must have at most 2 decimal places for KES",
        "{'largestPayouts':{'UGX':0.5}} | largestPayouts.UGX must have at most 0 decimal places for UGX",
        "{'largestPayouts':{'KES':1E+20}} | largestPayouts.KES is too large",
        "{'callbackUrl':'nowhere'}     | callbackUrl must be an absolute http:// or https:// URL",
        "[]                            | invalid payload",
        "null                          | invalid payload",
        "'text'                        | invalid payload",
        "{'name':'a','name':'b'}       | invalid payload",
      })
  void refusesAChangeThatBreaksARule(String body, String message) {
    JsonObject created = created(FULL);

    Response answer = patch(created, body.replace('\'', '"'));

    assertRefused(answer, 400, message);
    assertThat(read(created)).isEqualTo(withoutSecret(created));
    assertThat(audit.of(subject(created))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a8761c88-44ba-4c63-b785-3f84b7903211",
        "1-1-1-1-1",
        "nothing",
        "a8761c88-44ba-4c63-b785-3f84b790321g"
      })
  void anUnknownBusinessIsNotFound(String id) {
    long entries = audit.count();

    assertRefused(TestOperator.request().get(PATH + "/" + id), 404, "business not found");
    assertRefused(
        TestOperator.request().body("{\"name\":\"N\"}").patch(PATH + "/" + id),
        404,
        "business not found");

    assertThat(audit.count()).isEqualTo(entries);
  }

  @Test
  void listsNewestFirstPageByPage() {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      made.add(0, created("{\"name\":\"Listed " + i + "\"}").getString("businessId"));
    }

    Response first = TestOperator.request().queryParam("limit", 3).get(PATH);
    Response second = next(first, 3);

    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(ids(first)).isEqualTo(made.subList(0, 3));
    assertThat(ids(second)).hasSize(Math.min(3, (int) businesses() - 3));
    assertThat(ids(second)).startsWith(made.get(3), made.get(4));
    assertThat(first.asString()).doesNotContain("webhookSecret");
  }

  @Test
  void pagesEndWithTheLastBusiness() {
    created("{\"name\":\"Last\"}");

    List<String> all = Desk.walked(PATH, Map.of("limit", 500), "businessId");

    assertThat(all).hasSize((int) businesses());
  }

  @ParameterizedTest
  @CsvSource({
    "limit, 0, limit must be a positive whole number",
    "limit, x, limit must be a positive whole number",
    "cursor, x, cursor is not valid",
    "cursor, AAAA, cursor is not valid",
  })
  void refusesAnInvalidPage(String parameter, String value, String message) {
    assertRefused(TestOperator.request().queryParam(parameter, value).get(PATH), 400, message);
  }

  @Test
  void aSuspendedPartnerIsRefusedAfterTheNextRefresh() {
    TestPartners.Partner partner = partners.create(Map.of());
    assertThat(partner.request().get("/business/balance").statusCode()).isEqualTo(200);

    patch(idOf(partner), "{\"suspended\":true}");

    callers.now();
    assertRefused(partner.request().get("/business/balance"), 403, "business is suspended");
    patch(idOf(partner), "{\"suspended\":false}");
    callers.now();
    assertThat(partner.request().get("/business/balance").statusCode()).isEqualTo(200);
  }

  @Test
  void enabledCollectionsAreOpenAfterTheNextRefresh() {
    TestPartners.Partner partner = partners.create(Map.of());
    assertRefused(
        partner.collect(collectionOf("early")), 403, "collections not enabled for this business");

    patch(idOf(partner), "{\"collectionsEnabled\":true}");

    callers.now();
    assertThat(partner.collect(collectionOf("late")).statusCode()).isEqualTo(201);
  }

  private String idOf(TestPartners.Partner partner) {
    return rows.execute("SELECT public_id FROM business WHERE id = $1", partner.businessId())
        .get(0)
        .getUUID(0)
        .toString();
  }

  private static JsonObject masked(JsonObject settings) {
    String url = settings.getString("callbackUrl");
    return settings.copy().put("callbackUrl", url == null ? null : url.replace("token=abc", "…"));
  }

  /** Returns a business's settings: the answer without its id, times and webhook secret. */
  private static JsonObject settings(JsonObject answer) {
    JsonObject settings = withoutSecret(answer);
    List.of("businessId", "createdAt", "updatedAt").forEach(settings::remove);
    return settings;
  }

  private static JsonObject withoutSecret(JsonObject answer) {
    JsonObject without = answer.copy();
    without.remove("webhookSecret");
    return without;
  }

  private static String subject(JsonObject created) {
    return "business/" + created.getString("businessId");
  }

  private long businesses() {
    return rows.count("SELECT count(*) FROM business");
  }

  private static List<String> ids(Response page) {
    return page.path("items.businessId");
  }

  private static Response next(Response page, int limit) {
    return TestOperator.request()
        .queryParam("limit", limit)
        .queryParam("cursor", page.<String>path("nextCursor"))
        .get(PATH);
  }

  private static JsonObject created(String body) {
    Response answer = post(body);
    assertThat(answer.statusCode()).isEqualTo(201);
    return new JsonObject(answer.asString());
  }

  private static JsonObject read(JsonObject created) {
    Response answer = TestOperator.request().get(PATH + "/" + created.getString("businessId"));
    assertThat(answer.statusCode()).isEqualTo(200);
    return new JsonObject(answer.asString());
  }

  private static Response post(String body) {
    return TestOperator.request().body(body).post(PATH);
  }

  private static Response patch(JsonObject created, String body) {
    return patch(created.getString("businessId"), body);
  }

  private static Response patch(String id, String body) {
    return TestOperator.request().body(body).patch(PATH + "/" + id);
  }
}
