package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.MISSING_HEADER;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;
import org.mizani.support.TestPartners;

/** Access to the operator interface: credentials and tokens that it accepts or refuses. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class OperatorAccessApiTest {

  private static final String EXPIRE =
      "UPDATE operator SET expires_at = now() - interval '1 second' WHERE key = $1";

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @Test
  void exchangesKeyAndSecretForAToken() {
    Response answer =
        auth(Map.of("operatorKey", TestOperator.KEY, "operatorSecret", TestOperator.SECRET));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.<Integer>path("expiresIn")).isEqualTo(3600);
    assertThat(answer.<String>path("tokenType")).isEqualTo("Bearer");
  }

  @Test
  void answersAreNotCached() {
    Response token =
        auth(Map.of("operatorKey", TestOperator.KEY, "operatorSecret", TestOperator.SECRET));
    Response list = TestOperator.request().get("/operator/businesses");

    assertThat(token.header("Cache-Control")).isEqualTo("no-store");
    assertThat(list.header("Cache-Control")).isEqualTo("no-store");
  }

  static Stream<Map<String, String>> wrongCredentials() {
    return Stream.of(
        Map.of("operatorKey", TestOperator.KEY, "operatorSecret", "wrong"),
        Map.of("operatorKey", "nobody", "operatorSecret", TestOperator.SECRET),
        Map.of("operatorKey", "op_test_demo", "operatorSecret", "os_test_demo"),
        Map.of("operatorKey", "nobody", "operatorSecret", "nothing"));
  }

  @ParameterizedTest
  @MethodSource("wrongCredentials")
  void answersAllWrongCredentialsAlike(Map<String, String> credentials) {
    assertRefused(auth(credentials), 401, "invalid credentials");
  }

  @Test
  void aPartnersKeyIsRefused() {
    TestPartners.Partner partner = partners.create(Map.of());

    assertRefused(
        auth(Map.of("operatorKey", partner.apiKey(), "operatorSecret", partner.apiSecret())),
        401,
        "invalid credentials");
  }

  @ParameterizedTest
  @ValueSource(strings = {"operatorKey", "operatorSecret"})
  void requiresBothCredentials(String field) {
    Map<String, String> credentials =
        new HashMap<>(
            Map.of("operatorKey", TestOperator.KEY, "operatorSecret", TestOperator.SECRET));
    credentials.remove(field);

    assertRefused(auth(credentials), 400, "operatorKey and operatorSecret required");
  }

  @Test
  void aPartnersTokenIsRefused() {
    TestPartners.Partner partner = partners.create(Map.of());

    assertAnswer(partner.request().get("/operator/businesses"), 401, MALFORMED_TOKEN);
  }

  @Test
  void partnersRoutesRefuseAnOperatorsToken() {
    assertAnswer(TestOperator.request().get("/business/balance"), 401, MALFORMED_TOKEN);
  }

  @Test
  void aRequestWithoutATokenIsRefused() {
    assertAnswer(given().get("/operator/businesses"), 401, MISSING_HEADER);
    assertAnswer(given().get("/operator/nothing-here"), 401, MISSING_HEADER);
  }

  @Test
  void anUnknownPathIsNotFound() {
    assertRefused(TestOperator.request().get("/operator/nothing-here"), 404, "not found");
  }

  @Test
  void aNewRoleCountsAtOnceForTokensThatThereAre() {
    Person person = TestOperator.person("finance");
    String token = person.token();

    change(person, Map.of("role", "viewer"));

    assertRefused(
        TestOperator.with(token).body("{}").put("/operator/rates"), 403, "role finance required");
    assertThat(TestOperator.with(token).get("/operator/rates").statusCode()).isEqualTo(200);
  }

  @Test
  void aDisablementEndsLogInsAndTokensForGood() {
    Person person = TestOperator.person("viewer");
    String token = person.token();

    change(person, Map.of("disabled", true));

    assertAnswer(TestOperator.with(token).get("/operator/rates"), 401, MALFORMED_TOKEN);
    assertRefused(person.logIn(Map.of()), 401, "invalid credentials");

    change(person, Map.of("disabled", false));

    assertAnswer(TestOperator.with(token).get("/operator/rates"), 401, MALFORMED_TOKEN);
    assertThat(person.request().get("/operator/rates").statusCode()).isEqualTo(200);
  }

  @Test
  void anExpiryEndsLogInsAndTokens() {
    Person person = TestOperator.person("viewer");
    change(person, Map.of("expiresAt", "2036-12-31T00:00:00Z"));
    String token = person.token();
    assertThat(TestOperator.with(token).get("/operator/rates").statusCode()).isEqualTo(200);

    rows.execute(EXPIRE, person.key());

    assertAnswer(TestOperator.with(token).get("/operator/rates"), 401, MALFORMED_TOKEN);
    assertRefused(person.logIn(Map.of()), 401, "invalid credentials");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"expiresAt\":\"2036-12-31\"}", "{\"expiresAt\":null}"})
  void tokensDoNotComeBackWithALaterEnd(String later) {
    Person person = TestOperator.person("viewer");
    change(person, Map.of("expiresAt", "2036-01-01"));
    String token = person.token();
    change(person, Map.of("displayName", "Amina", "expiresAt", "2036-01-01T00:00:00Z"));
    assertThat(TestOperator.with(token).get("/operator/rates").statusCode()).isEqualTo(200);
    rows.execute(EXPIRE, person.key());

    Response changed =
        TestOperator.request().body(later).patch("/operator/operators/" + person.key());

    assertThat(changed.statusCode()).as(changed.asString()).isEqualTo(200);
    assertAnswer(TestOperator.with(token).get("/operator/rates"), 401, MALFORMED_TOKEN);
    assertThat(person.request().get("/operator/rates").statusCode()).isEqualTo(200);
  }

  private static Response auth(Map<String, String> credentials) {
    return given().contentType("application/json").body(credentials).post("/operator/auth");
  }

  private static void change(Person person, Map<String, Object> fields) {
    Response changed =
        TestOperator.request().body(fields).patch("/operator/operators/" + person.key());
    assertThat(changed.statusCode()).as(changed.asString()).isEqualTo(200);
  }
}
