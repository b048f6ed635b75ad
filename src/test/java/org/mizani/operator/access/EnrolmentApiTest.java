package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.operator.access.Authenticator.CONFIRM;
import static org.mizani.operator.access.Authenticator.ENROL;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.access.TokenIssuer;
import org.mizani.audit.AuditLog;
import org.mizani.database.Database;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.support.Defaults;
import org.mizani.support.Eventually;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Enrolment of second factors. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class EnrolmentApiTest {

  @Inject Rows rows;
  @Inject AuditEntries audit;
  @Inject Database database;
  @Inject TokenIssuer tokens;
  @Inject OperatorCredential credential;
  @Inject AuditLog log;

  private Authenticator app;

  @BeforeEach
  void beginEnrolment() {
    app = new Authenticator(rows);
  }

  @Test
  void aLogInNeedsACodeOnceTheFirstOneHasConfirmedIt() {
    assertThat(app.person().logIn(Map.of()).statusCode()).isEqualTo(200);

    Response confirmed = app.confirm();

    assertThat(confirmed.<Boolean>path("secondFactor")).isTrue();
    assertRefused(app.person().logIn(Map.of()), 401, "code required");
    assertThat(app.logInWithACode().statusCode()).isEqualTo(200);
  }

  @Test
  void tokensThatWereGotWithoutACodeEndWithTheConfirmation() {
    app.confirm();

    assertAnswer(TestOperator.with(app.token()).get("/operator/rates"), 401, MALFORMED_TOKEN);
  }

  @Test
  void theCodeThatConfirmedItIsNotTakenAgain() {
    app.confirm();

    assertRefused(app.person().logIn(Map.of("code", app.lastCode())), 401, "invalid credentials");
  }

  @Test
  void aWrongFirstCodeConfirmsNothing() {
    assertRefused(app.confirmWith("000"), 400, "code is wrong");

    assertThat(app.person().logIn(Map.of()).statusCode()).isEqualTo(200);
    assertThat(TestOperator.with(app.token()).get("/operator/rates").statusCode()).isEqualTo(200);
  }

  @Test
  void anEnrolmentThatIsBegunAgainForgetsTheFirst() {
    byte[] first = app.secret();

    byte[] second = app.begin();

    assertThat(second).isNotEqualTo(first);
    assertRefused(app.confirmWith(app.codeOf(first)), 400, "code is wrong");
    assertThat(app.confirm().statusCode()).isEqualTo(200);
  }

  @Test
  void aConfirmedOneIsNotReplacedByItsBearer() {
    app.confirm();
    String stolen = app.logInWithACode().path("accessToken");

    assertRefused(TestOperator.with(stolen).post(ENROL), 409, "second factor is enrolled");
    assertRefused(
        TestOperator.with(stolen).body(Map.of("code", "1")).post(CONFIRM),
        409,
        "no enrolment to confirm");
  }

  @Test
  void theCredentialOfTheEnvironmentHasNone() {
    String refusal = "the environment's credential has no second factor";

    assertRefused(TestOperator.request().post(ENROL), 409, refusal);
    assertRefused(
        TestOperator.request().body(Map.of("code", "123456")).post(CONFIRM), 409, refusal);
  }

  @Test
  void itsSecretIsStoredEncryptedAndNotAudited() {
    byte[] secret = app.secret();
    String base32 = TotpCodes.base32(secret);

    byte[] stored =
        rows.execute("SELECT totp_encrypted FROM operator WHERE key = $1", app.person().key())
            .get(0)
            .getBuffer(0)
            .getBytes();

    assertThat(stored).hasSizeGreaterThan(secret.length);
    assertThat(new String(stored, StandardCharsets.ISO_8859_1))
        .doesNotContain(new String(secret, StandardCharsets.ISO_8859_1), base32);
    assertThat(audit.quoting(base32)).isZero();
  }

  @Test
  void whereItIsRequiredOnlyAPersonWithoutOneHasToEnrol() {
    OperatorSessions required =
        new OperatorSessions(
            database,
            tokens,
            credential,
            log,
            Defaults.with(OperatorConfig.class, Map.of("payments.operator.totp", "required")));

    assertThat(session(required, app.token()).enrolsOnly()).isTrue();
    assertThat(session(required, TestOperator.token()).enrolsOnly()).isFalse();
    app.confirm();
    String withCode = app.logInWithACode().path("accessToken");
    assertThat(session(required, withCode).enrolsOnly()).isFalse();
  }

  private static OperatorSession session(OperatorSessions sessions, String token) {
    return sessions.find(token).await().atMost(Eventually.PATIENCE).orElseThrow();
  }
}
