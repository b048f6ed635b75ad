package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.audit.AuditEntries.Written;
import org.mizani.support.AtOnce;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Log-ins with a second factor, and its removal. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class SecondFactorApiTest {

  @Inject Rows rows;
  @Inject AuditEntries audit;

  private Authenticator app;

  @BeforeEach
  void enrol() {
    app = new Authenticator(rows);
    app.confirm();
  }

  @Test
  void aCodeIsTakenOnceOfLogInsAtOnce() {
    List<HttpResponse<String>> answers =
        app.inOneStep(
            code ->
                AtOnce.send(
                    4,
                    i ->
                        AtOnce.post(
                            "",
                            "/operator/auth",
                            "{\"operatorKey\":\"%s\",\"operatorSecret\":\"%s\",\"code\":\"%s\"}"
                                .formatted(app.person().key(), app.person().secret(), code))),
            sent -> sent.stream().anyMatch(answer -> answer.statusCode() == 200));

    assertThat(answers)
        .extracting(HttpResponse::statusCode)
        .containsExactlyInAnyOrder(200, 401, 401, 401);
  }

  @Test
  void aCodeIsNotTakenTwice() {
    assertThat(app.logInWithACode().statusCode()).isEqualTo(200);

    assertRefused(app.person().logIn(Map.of("code", app.lastCode())), 401, "invalid credentials");
  }

  @Test
  void aWrongCodeIsRefusedAndAuditedLikeAWrongSecret() {
    assertRefused(app.person().logIn(Map.of("code", "wrong")), 401, "invalid credentials");

    assertThat(audit.of(app.person().subject(), app.person().key()))
        .extracting(Written::action)
        .containsSubsequence("operator.confirm-second-factor", "operator.refuse-log-in");
  }

  @Test
  void aRightSecretWithoutACodeIsAuditedAsRefused() {
    app.person().logIn(Map.of());

    assertThat(audit.of(app.person().subject(), app.person().key()))
        .extracting(Written::action)
        .endsWith("operator.confirm-second-factor", "operator.refuse-log-in");
  }

  @Test
  void aCodeWithAWrongSecretIsNotUsedUp() {
    app.forgetCodes();

    app.person().logIn(Map.of("code", app.codeOfThisStep(), "operatorSecret", "wrong"));

    assertThat(rows.count("SELECT totp_step FROM operator WHERE key = $1", app.person().key()))
        .isZero();
    assertThat(app.logInWithACode().statusCode()).isEqualTo(200);
  }

  @Test
  void tooManyCodesInARowLockLogInsUntilThereIsANewSecret() {
    rows.execute("UPDATE operator SET tried_codes = 18 WHERE key = $1", app.person().key());
    assertThat(app.logInWithACode().statusCode()).isEqualTo(200);
    rows.execute("UPDATE operator SET tried_codes = 19 WHERE key = $1", app.person().key());

    app.person().logIn(Map.of("code", "wrong"));

    assertThat(TestOperator.request().get(app.path()).<Boolean>path("locked")).isTrue();
    app.forgetCodes();
    assertRefused(
        app.person().logIn(Map.of("code", app.codeOfThisStep())), 401, "invalid credentials");
    app.renewSecret();
    assertThat(app.logInWithACode().statusCode()).isEqualTo(200);
    assertThat(TestOperator.request().get(app.path()).<Boolean>path("locked")).isFalse();
  }

  @Test
  void anAdministratorRemovesItAfterWhichTheSecretAloneLogsIn() {
    String withCode = app.logInWithACode().path("accessToken");

    Response removed = TestOperator.request().delete(app.path() + "/totp");

    assertThat(removed.<Boolean>path("secondFactor")).isFalse();
    assertAnswer(TestOperator.with(withCode).get("/operator/rates"), 401, MALFORMED_TOKEN);
    assertThat(app.person().logIn(Map.of()).statusCode()).isEqualTo(200);
  }

  @Test
  void nobodyRemovesTheirOwn() {
    Person administrator = TestOperator.person("administrator");

    assertRefused(
        administrator.request().delete("/operator/operators/" + administrator.key() + "/totp"),
        403,
        "operators cannot change their own access");
  }
}
