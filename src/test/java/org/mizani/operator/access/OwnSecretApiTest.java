package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.OffsetDateTime;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.audit.AuditEntries.Written;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Secrets that persons draw themselves, in place of those that others have given them. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class OwnSecretApiTest {

  private static final String SECRET = "/operator/auth/secret";
  private static final String WRONG = "operatorSecret or code is wrong";

  @Inject Rows rows;
  @Inject AuditEntries audit;

  private Person person;

  @BeforeEach
  void makePerson() {
    person = TestOperator.person("viewer");
  }

  @Test
  void theOwnSecretLogsInAndTheGivenOneDoesNot() {
    String token = person.token();

    Response replaced = replace(token, person.secret());

    assertThat(replaced.statusCode()).as(replaced.asString()).isEqualTo(201);
    assertThat(replaced.<Boolean>path("ownSecret")).isTrue();
    assertAnswer(TestOperator.with(token).get("/operator/rates"), 401, MALFORMED_TOKEN);
    assertRefused(person.logIn(Map.of()), 401, "invalid credentials");
    Person own = new Person(person.key(), replaced.path("operatorSecret"));
    assertThat(own.request().get("/operator/rates").statusCode()).isEqualTo(200);
  }

  @Test
  void itIsInTheAuditLog() {
    person.withOwnSecret();

    assertThat(audit.of(person.subject(), person.key()))
        .filteredOn(entry -> entry.action().equals("operator.replace-own-secret"))
        .extracting(Written::after)
        .singleElement()
        .satisfies(after -> assertThat(after.getBoolean("ownSecret")).isTrue());
    assertThat(audit.quoting(person.secret())).isZero();
  }

  /** A stolen token alone is not enough to replace it. */
  @Test
  void aWrongSecretReplacesNone() {
    String token = person.token();

    assertRefused(replace(token, "a-guess"), 400, WRONG);
    assertRefused(
        TestOperator.with(token).body("{}").post(SECRET), 400, "operatorSecret is required");

    assertThat(person.logIn(Map.of()).statusCode()).isEqualTo(200);
    assertThat(isOwn()).isFalse();
  }

  @Test
  void aSecondFactorsCodeIsNeededToo() {
    Authenticator app = new Authenticator(rows);
    app.confirm();
    String token = app.logInWithACode().path("accessToken");
    String secret = app.person().secret();

    assertRefused(replace(token, secret), 400, "code is required");
    assertRefused(replace(token, secret, app.lastCode()), 400, WRONG);
    Response replaced =
        app.inOneStep(code -> replace(token, secret, code), answer -> answer.statusCode() == 201);

    assertThat(replaced.statusCode()).as(replaced.asString()).isEqualTo(201);
    Person own = new Person(app.person().key(), replaced.path("operatorSecret"));
    assertRefused(own.logIn(Map.of("code", app.lastCode())), 401, "invalid credentials");
  }

  @Test
  void aSecretOfAnotherOperatorIsAGivenOneAgain() {
    person = person.withOwnSecret();
    assertThat(isOwn()).isTrue();

    person.withNewSecret();

    assertThat(isOwn()).isFalse();
  }

  /** Its giver may have been the one who drew it: the person has the wait to find that out. */
  @Test
  void newAccessBeginsWithTheFirstSecretOfItsOwn() {
    rows.execute(
        "UPDATE operator SET access_given_at = now() - interval '24 hours' WHERE key = $1",
        person.key());
    OffsetDateTime given = accessGivenAt();

    person = person.withOwnSecret();
    OffsetDateTime first = accessGivenAt();
    person.withOwnSecret();

    assertThat(first).isAfter(given.plusHours(23));
    assertThat(accessGivenAt()).isEqualTo(first);
  }

  @Test
  void theFirstPersonsOfAnInstallationStillDoNotWait() {
    rows.execute("UPDATE operator SET access_given_at = 'epoch' WHERE key = $1", person.key());

    person.withOwnSecret();

    assertThat(accessGivenAt().toEpochSecond()).isZero();
  }

  private static Response replace(String token, String secret) {
    return TestOperator.with(token).body(Map.of("operatorSecret", secret)).post(SECRET);
  }

  private static Response replace(String token, String secret, String code) {
    return TestOperator.with(token)
        .body(Map.of("operatorSecret", secret, "code", code))
        .post(SECRET);
  }

  private boolean isOwn() {
    return TestOperator.request().get("/operator/operators/" + person.key()).path("ownSecret");
  }

  private OffsetDateTime accessGivenAt() {
    return rows.execute("SELECT access_given_at FROM operator WHERE key = $1", person.key())
        .get(0)
        .getOffsetDateTime(0);
  }
}
