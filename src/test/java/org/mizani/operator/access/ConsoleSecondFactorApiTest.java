package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.console.Browser;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Second factors and secrets of persons by the console: log-ins with a code, and enrolments. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ConsoleSecondFactorApiTest {

  private static final String LOG_IN = "/console/log-in";
  private static final String ACCOUNT = "/console/account";

  @Inject Rows rows;

  private final Browser browser = Browser.strangers();
  private Authenticator app;

  @BeforeEach
  void enrol() {
    app = new Authenticator(rows);
    app.confirm();
  }

  @Test
  void aPersonEnrolsAnAppByItsPages() {
    Person person = TestOperator.person("viewer");
    Browser own = Browser.of(person);
    Document begun =
        Browser.page(own.send(own.page(ACCOUNT), ACCOUNT + "/second-factor", Map.of()).succeeded());
    String secret = begun.select("code").text().replace(" ", "");
    assertThat(begun.select("main a").attr("href")).contains("secret=" + secret + "&");

    Response confirmed =
        app.inOneStep(
            unused ->
                own.send(
                    begun,
                    ACCOUNT + "/second-factor/confirmation",
                    Map.of("code", app.codeOf(Authenticator.decoded(secret)))),
            answer -> answer.statusCode() == 303);

    assertThat(confirmed.statusCode()).as(confirmed.asString()).isEqualTo(303);
    assertThat(own.get("/console").header("Location")).isEqualTo(LOG_IN);
    assertThat(own.logIn(person.key(), person.secret()).statusCode()).isEqualTo(401);
  }

  @Test
  void aWrongFirstCodeEnrolsNothing() {
    Browser own = Browser.of("viewer");
    Document begun =
        Browser.page(own.send(own.page(ACCOUNT), ACCOUNT + "/second-factor", Map.of()));

    Response refused =
        own.send(begun, ACCOUNT + "/second-factor/confirmation", Map.of("code", "wrong"));

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(Browser.refusal(refused)).isEqualTo("code is wrong");
    assertThat(own.page("/console").title()).startsWith("Today");
  }

  @Test
  void aPersonReplacesItsSecret() {
    Person person = TestOperator.person("viewer");
    Browser own = Browser.of(person);

    Response replaced =
        own.send(own.page(ACCOUNT), ACCOUNT + "/secret", Map.of("operatorSecret", person.secret()));

    String secret = Browser.page(replaced.succeeded()).select("code").text();
    assertThat(own.get("/console").header("Location")).isEqualTo(LOG_IN);
    assertThat(own.logIn(person.key(), person.secret()).statusCode()).isEqualTo(401);
    assertThat(own.logIn(person.key(), secret).statusCode()).isEqualTo(303);
  }

  @Test
  void aWrongSecretReplacesNone() {
    Person person = TestOperator.person("viewer");
    Browser own = Browser.of(person);

    Response refused =
        own.send(own.page(ACCOUNT), ACCOUNT + "/secret", Map.of("operatorSecret", "wrong"));

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(own.page("/console").title()).startsWith("Today");
  }

  @Test
  void aLogInWithoutACodeAsksForIt() {
    Response answer = browser.logIn(app.person().key(), app.person().secret());

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.header("Set-Cookie")).isNull();
    assertThat(Browser.refusal(answer)).contains("second factor");
  }

  @Test
  void aLogInWithACodeBeginsASession() {
    Response answer =
        app.inOneStep(
            code ->
                browser.submit(
                    LOG_IN,
                    Map.of(
                        "operatorKey",
                        app.person().key(),
                        "operatorSecret",
                        app.person().secret(),
                        "code",
                        code)),
            logIn -> logIn.statusCode() == 303);

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(303);
    assertThat(browser.page("/console").title()).startsWith("Today");
  }
}
