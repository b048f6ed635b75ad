package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.access.SameMinute;
import org.mizani.access.TokenIssuer;
import org.mizani.access.TokenIssuer.Bearer;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.audit.AuditEntries.Written;
import org.mizani.support.LoggedLines;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Log-ins and log-outs of operators, and their entries in the audit log. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class OperatorLoginApiTest {

  private static final Written LOG_IN =
      new Written("operator.log-in", null, new JsonObject().put("network", "127.0.0.1"));
  private static final Written REFUSAL =
      new Written("operator.refuse-log-in", null, new JsonObject().put("network", "127.0.0.1"));
  private static final Written LOG_OUT = new Written("operator.log-out", null, null);

  private static final String REFUSED = "invalid credentials";
  private static final String RENAME = "UPDATE operator SET key = $2 WHERE key = $1";
  private static final String FORGET_REFUSALS = "DELETE FROM failed_authentication";

  @Inject Rows rows;
  @Inject AuditEntries audit;
  @Inject TokenIssuer tokens;

  @Test
  void aLogInIsAudited() {
    Person person = TestOperator.person("viewer");

    person.token();

    assertThat(audit.of(person.subject(), person.key())).containsExactly(LOG_IN);
  }

  @Test
  void aLogInOfTheEnvironmentsCredentialIsAudited() {
    long before = ownLogIns();

    TestOperator.newToken();

    assertThat(ownLogIns()).isEqualTo(before + 1);
  }

  private long ownLogIns() {
    return audit.of("operator/" + TestOperator.KEY).stream().filter(LOG_IN::equals).count();
  }

  @Test
  void refusedLogInsAreAuditedOnceAMinute() throws Exception {
    new SameMinute(rows)
        .run(
            () -> {
              Person person = TestOperator.person("viewer");
              for (int i = 0; i < 3; i++) {
                guess(person.key());
              }
              assertThat(refusalsOf(person.key())).isEqualTo(1);

              rows.execute(FORGET_REFUSALS);
              guess(person.key());

              assertThat(refusalsOf(person.key())).isEqualTo(2);
            });
    assertThat(audit.quoting("a-guess")).isZero();
  }

  @Test
  void guessesOfKeysAreAuditedWithoutThem() throws Exception {
    new SameMinute(rows)
        .run(
            () -> {
              rows.execute(FORGET_REFUSALS);
              long before = refusalsOf("unknown");

              guess("guess-of-a-key");
              guess("Guess Of A Key");
              guess("guess-of-a-key\u0000");

              assertThat(refusalsOf("unknown")).isEqualTo(before + 1);
            });
    assertThat(audit.quoting("guess-of-a-key")).isZero();
  }

  private static void guess(String key) {
    assertRefused(new Person(key, "a-guess").logIn(Map.of()), 401, "invalid credentials");
  }

  private long refusalsOf(String key) {
    return audit.of("operator/" + key, key).stream().filter(REFUSAL::equals).count();
  }

  @Test
  void aLogOutEndsItsTokenAlone() {
    Person person = TestOperator.person("viewer");
    String token = person.token();
    String other = person.token();

    Response answer = TestOperator.with(token).post("/operator/auth/logout");

    assertThat(answer.statusCode() + answer.asString())
        .isEqualTo("200{\"operatorKey\":\"" + person.key() + "\"}");
    assertAnswer(TestOperator.with(token).get("/operator/rates"), 401, MALFORMED_TOKEN);
    assertAnswer(TestOperator.with(token).post("/operator/auth/logout"), 401, MALFORMED_TOKEN);
    assertThat(TestOperator.with(other).get("/operator/rates").statusCode()).isEqualTo(200);
    assertThat(audit.of(person.subject(), person.key())).containsExactly(LOG_IN, LOG_IN, LOG_OUT);
  }

  @Test
  void aLogOutEndsATokenOfTheEnvironmentsCredentialAlone() {
    String token = TestOperator.newToken();

    TestOperator.with(token).post("/operator/auth/logout");

    assertAnswer(TestOperator.with(token).get("/operator/rates"), 401, MALFORMED_TOKEN);
    assertThat(TestOperator.request().get("/operator/rates").statusCode()).isEqualTo(200);
  }

  @Test
  void aLogOutForgetsThoseOfTokensThatHaveExpired() {
    rows.execute(
        "INSERT INTO operator_logout VALUES ('old', now() - interval '25 hours'),"
            + " ('recent', now() - interval '23 hours')");

    TestOperator.with(TestOperator.newToken()).post("/operator/auth/logout");

    assertThat(rows.execute("SELECT token_id FROM operator_logout WHERE expires_at < now()"))
        .extracting(row -> row.getString("token_id"))
        .containsExactly("recent");
    rows.execute("DELETE FROM operator_logout WHERE token_id = 'recent'");
  }

  @Test
  void aTokenIsOfTheKeyThatItNames() {
    Person person = TestOperator.person("viewer");
    Person other = TestOperator.person("viewer");
    Map<String, Object> claims =
        Map.of(
            "operator_id",
            rows.count("SELECT id FROM operator WHERE key = $1", person.key()),
            "epoch",
            rows.count("SELECT epoch FROM operator WHERE key = $1", person.key()));

    String own = tokens.issue(Bearer.OPERATOR, person.key(), claims);
    String ofAnother = tokens.issue(Bearer.OPERATOR, other.key(), claims);

    assertThat(TestOperator.with(own).get("/operator/rates").statusCode()).isEqualTo(200);
    assertAnswer(TestOperator.with(ofAnother).get("/operator/rates"), 401, MALFORMED_TOKEN);
  }

  @Test
  void theEnvironmentsCredentialIsRefusedWhileAPersonHasItsKey() {
    Person environment = new Person(TestOperator.KEY, TestOperator.SECRET);
    Person person = TestOperator.person("viewer");
    String token = TestOperator.token();
    rows.execute(RENAME, person.key(), TestOperator.KEY);
    try (LoggedLines lines = LoggedLines.listen()) {
      assertRefused(environment.logIn(Map.of("operatorSecret", "wrong")), 401, REFUSED);
      assertThat(lines.text()).doesNotContain("PAYMENTS_OPERATOR_KEY");
      assertRefused(environment.logIn(Map.of()), 401, REFUSED);
      assertThat(lines.text()).containsOnlyOnce("PAYMENTS_OPERATOR_KEY is the key of a person");
      assertAnswer(TestOperator.with(token).get("/operator/rates"), 401, MALFORMED_TOKEN);
    } finally {
      rows.execute(RENAME, TestOperator.KEY, person.key());
      rows.execute(FORGET_REFUSALS);
    }
    assertThat(environment.request().get("/operator/rates").statusCode()).isEqualTo(200);
  }

  @Test
  void aCreationsAnswerLogsIn() {
    String key = "pasted-" + UUID.randomUUID();
    String made =
        TestOperator.request()
            .body(Map.of("operatorKey", key, "role", "viewer"))
            .post("/operator/operators")
            .asString();

    Response answer = given().contentType("application/json").body(made).post("/operator/auth");

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
  }
}
