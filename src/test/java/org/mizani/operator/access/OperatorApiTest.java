package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.audit.AuditEntries.Written;
import org.mizani.support.AtOnce;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Administration of the persons among the operators. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class OperatorApiTest {

  private static final String OPERATORS = "/operator/operators";

  @Inject Rows rows;
  @Inject AuditEntries audit;

  @Test
  void makesAPersonWithASecretThatIsShownOnce() {
    Person person = TestOperator.person("viewer");

    Response read = TestOperator.request().get(path(person));

    assertThat(person.secret()).matches("os_test_[0-9a-f]{64}");
    assertThat(read.asString()).doesNotContain("operatorSecret", person.secret());
    assertThat(read.<String>path("role")).isEqualTo("viewer");
    assertThat(read.<Object>path("lastLoginAt")).isNull();
    assertThat(TestOperator.request().get(OPERATORS).<List<String>>path("items.operatorKey"))
        .contains(person.key());
    assertThat(audit.quoting(person.secret())).isZero();
    assertThat(rows.count("SELECT count(*) FROM operator o WHERE o::text LIKE $1", "%os_test%"))
        .isZero();
  }

  @Test
  void aPersonsRequestIsInTheAuditLogUnderTheirKey() {
    Person person = TestOperator.person("administrator");

    String business =
        person
            .request()
            .body(Map.of("name", "Acacia Traders"))
            .post("/operator/businesses")
            .path("businessId");

    assertThat(audit.of("business/" + business, person.key()))
        .extracting(Written::action)
        .containsExactly("business.create");
    assertThat(TestOperator.request().get(path(person)).<Object>path("lastLoginAt")).isNotNull();
  }

  @Test
  void aKeyIsGivenOnce() {
    Person person = TestOperator.person("viewer");

    for (String key : List.of(person.key(), TestOperator.KEY, "unknown", "rate-refresh")) {
      assertRefused(create(Map.of("operatorKey", key, "role", "viewer")), 409, "operator exists");
    }
  }

  @Test
  void ofSeveralCreationsAtOnceOneSucceeds() {
    String token = TestOperator.token();
    String form = "{\"operatorKey\":\"twin-%s\",\"role\":\"viewer\"}".formatted(UUID.randomUUID());

    List<HttpResponse<String>> answers = AtOnce.send(4, i -> AtOnce.post(token, OPERATORS, form));

    assertThat(answers)
        .extracting(HttpResponse::statusCode)
        .containsExactlyInAnyOrder(201, 409, 409, 409);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"role\":\"viewer\"} | operatorKey is required",
        "{\"operatorKey\":\"a\",\"role\":\"viewer\"} | operatorKey must be 2 to 63 characters of"
            + " a-z 0-9 . _ @ - and begin with one of a-z 0-9",
        "{\"operatorKey\":\"Amina\",\"role\":\"viewer\"} | operatorKey must be 2 to 63 characters"
            + " of a-z 0-9 . _ @ - and begin with one of a-z 0-9",
        "{\"operatorKey\":\"amina-2\"} | role is required",
        "{\"operatorKey\":\"amina-2\",\"role\":\"root\"} | role must be one of: viewer, support,"
            + " finance, administrator",
        "{\"operatorKey\":\"amina-2\",\"role\":\"bootstrap\"} | role must be one of: viewer,"
            + " support, finance, administrator",
        "{\"operatorKey\":\"amina-2\",\"role\":\"viewer\",\"expiresAt\":\"soon\"} | expiresAt must"
            + " be an ISO 8601 date and time",
        "{\"operatorKey\":\"amina-2\",\"role\":\"viewer\",\"expiresAt\":\"\"} | expiresAt must"
            + " be an ISO 8601 date and time"
      })
  void refusesAFormThatBreaksARule(String form, String message) {
    assertRefused(TestOperator.request().body(form).post(OPERATORS), 400, message);
    assertThat(rows.count("SELECT count(*) FROM operator WHERE key = 'amina-2'")).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"disabled\":null} | disabled is required",
        "{\"role\":null} | role is required",
        "{\"expiresAt\":\"\"} | expiresAt must be an ISO 8601 date and time",
        "{\"expiresAt\":\" \"} | expiresAt must be an ISO 8601 date and time"
      })
  void refusesAChangeThatBreaksARule(String change, String message) {
    Person person = TestOperator.person("viewer");
    change(person, Map.of("disabled", true, "expiresAt", "2036-01-01"));

    assertRefused(TestOperator.request().body(change).patch(path(person)), 400, message);

    Response read = TestOperator.request().get(path(person));
    assertThat(read.<Boolean>path("disabled")).isTrue();
    assertThat(read.<String>path("expiresAt")).isEqualTo("2036-01-01T00:00:00Z");
  }

  @Test
  void aNewSecretEndsTheOldOneAndItsTokens() {
    Person person = TestOperator.person("viewer");
    String token = person.token();

    String secret = TestOperator.request().post(path(person) + "/secret").path("operatorSecret");

    assertAnswer(TestOperator.with(token).get("/operator/rates"), 401, MALFORMED_TOKEN);
    assertRefused(person.logIn(Map.of()), 401, "invalid credentials");
    assertThat(person.logIn(Map.of("operatorSecret", secret)).statusCode()).isEqualTo(200);
    assertThat(audit.quoting(secret)).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"disabled\":true}",
        "{\"role\":\"viewer\"}",
        "{\"expiresAt\":\"2026-01-01\"}",
        "{\"expiresAt\":\"2036-01-01\"}"
      })
  void nobodyChangesTheirOwnAccess(String change) {
    Person person = TestOperator.person("administrator");

    Response answer = person.request().body(change).patch(path(person));

    assertRefused(answer, 403, "operators cannot change their own access");
    assertThat(person.request().get(path(person)).<String>path("role")).isEqualTo("administrator");
  }

  @Test
  void nobodyRenewsTheirOwnSecret() {
    Person person = TestOperator.person("administrator");

    assertRefused(
        person.request().post(path(person) + "/secret"),
        403,
        "operators cannot change their own access");

    assertThat(person.request().get(path(person)).statusCode()).isEqualTo(200);
  }

  @Test
  void anAdministratorChangesTheirOwnDisplayName() {
    Person person = TestOperator.person("administrator");

    Response answer =
        person.request().body(Map.of("displayName", "Amina Otieno")).patch(path(person));

    assertThat(answer.<String>path("displayName")).isEqualTo("Amina Otieno");
  }

  @ParameterizedTest
  @ValueSource(strings = {"amina-nobody", "x", "op_test_key", "%00", "A%20B"})
  void anUnknownKeyIsNotFound(String key) {
    long entries = audit.count();

    String path = OPERATORS + "/" + key;
    assertRefused(TestOperator.request().asWritten().get(path), 404, "operator not found");
    assertRefused(
        TestOperator.request().asWritten().body("{}").patch(path), 404, "operator not found");
    assertRefused(
        TestOperator.request().asWritten().post(path + "/secret"), 404, "operator not found");
    assertRefused(
        TestOperator.request().asWritten().delete(path + "/totp"), 404, "operator not found");

    assertThat(audit.count()).isEqualTo(entries);
  }

  @Test
  void everyChangeIsAudited() {
    Person person = TestOperator.person("viewer");

    change(person, Map.of("role", "support"));
    TestOperator.request().post(path(person) + "/secret");
    TestOperator.request().delete(path(person) + "/totp");

    JsonObject viewer =
        new JsonObject()
            .putNull("displayName")
            .put("role", "viewer")
            .putNull("expiresAt")
            .put("disabled", false)
            .put("secondFactor", false);
    JsonObject support = viewer.copy().put("role", "support");
    assertThat(audit.of(person.subject()))
        .containsExactly(
            new Written("operator.create", null, viewer),
            new Written("operator.change", viewer, support),
            new Written("operator.renew-secret", support, support),
            new Written("operator.remove-second-factor", support, support));
  }

  private static String path(Person person) {
    return OPERATORS + "/" + person.key();
  }

  private static Response create(Map<String, Object> form) {
    return TestOperator.request().body(form).post(OPERATORS);
  }

  private static void change(Person person, Map<String, Object> fields) {
    Response changed = TestOperator.request().body(fields).patch(path(person));
    assertThat(changed.statusCode()).as(changed.asString()).isEqualTo(200);
  }
}
