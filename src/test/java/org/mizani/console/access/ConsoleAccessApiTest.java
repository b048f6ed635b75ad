package org.mizani.console.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.MISSING_HEADER;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.console.Browser;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.audit.AuditEntries.Written;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;
import org.mizani.support.TestPartners;

/** Sessions of the console: how they begin, what they open, and how they end. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ConsoleAccessApiTest {

  private static final String LOG_IN = "/console/log-in";

  @Inject AuditEntries audit;
  @Inject TestPartners partners;

  @Test
  void aPersonLogsInAndOut() {
    Person person = TestOperator.person("viewer");
    Browser browser = Browser.strangers();

    Response begun = browser.logIn(person.key(), person.secret());
    assertThat(begun.statusCode()).isEqualTo(303);
    assertThat(begun.header("Location")).isEqualTo("/console");
    assertThat(begun.header("Set-Cookie"))
        .startsWith("__Host-console=ey")
        .endsWith("; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=3600");
    Document today = browser.page("/console");
    assertThat(today.select(".session a").text()).isEqualTo(person.key() + ", viewer");

    String token = browser.token();
    Response ended = browser.send(today, "/console/log-out", Map.of());
    assertThat(ended.statusCode()).isEqualTo(303);
    assertThat(ended.header("Location")).isEqualTo(LOG_IN);
    assertThat(ended.header("Set-Cookie")).startsWith("__Host-console=;").endsWith("Max-Age=0");
    assertSentToLogIn(browser.withToken(token).get("/console"));
    assertAnswer(TestOperator.with(token).get("/operator/rates"), 401, MALFORMED_TOKEN);
    assertThat(audit.of(person.subject(), person.key()))
        .extracting(Written::action)
        .containsExactly("operator.log-in", "operator.log-out");
  }

  @Test
  void wrongCredentialsAreToldWithoutTheReason() {
    Person person = TestOperator.person("viewer");

    Response answer = Browser.strangers().logIn(person.key(), "wrong");

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.header("Set-Cookie")).isNull();
    assertThat(Browser.refusal(answer)).isEqualTo("Key, secret or code is wrong.");
    Document page = Browser.page(answer);
    assertThat(page.select("#operatorKey").val()).isEqualTo(person.key());
    assertThat(page.select("#operatorSecret").val()).isEmpty();
    assertThat(audit.of(person.subject(), person.key()))
        .extracting(Written::action)
        .containsExactly("operator.refuse-log-in");
  }

  @Test
  void aLogInWithoutFieldsAsksForThem() {
    Response answer = Browser.strangers().submit(LOG_IN, Map.of());

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(Browser.refusal(answer)).isEqualTo("Enter your key and your secret.");
  }

  @Test
  void aKeyIsShownAsText() {
    String hostile = "\"><script>alert(1)</script>{frame.formToken}";

    Response answer = Browser.strangers().logIn(hostile, "wrong");

    Document page = Browser.page(answer);
    assertThat(page.select("#operatorKey").val()).isEqualTo(hostile);
    assertThat(page.select("script:not([src])")).isEmpty();
  }

  /** Each by itself would be sent by a page of another site. */
  @Test
  void theInterfaceReadsNoCookieAndTheConsoleNoHeader() {
    Browser browser = Browser.of("administrator");

    assertAnswer(browser.get("/operator/businesses"), 401, MISSING_HEADER);
    assertSentToLogInWithItsSession(TestOperator.request().get("/console"));
    assertThat(TestOperator.with(browser.token()).get("/operator/rates").statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a.b.c", "nothing"})
  void aForgedSessionLeadsToTheLogIn(String token) {
    assertSentToLogIn(Browser.strangers().withToken(token).get("/console"));
  }

  @Test
  void aPartnersTokenIsNoSession() {
    String token = partners.create(Map.of()).token();

    assertSentToLogIn(Browser.strangers().withToken(token).get("/console"));
  }

  @Test
  void aDisablementEndsASession() {
    Person person = TestOperator.person("viewer");
    Browser browser = Browser.of(person);

    TestOperator.request()
        .body(Map.of("disabled", true))
        .patch("/operator/operators/" + person.key())
        .succeeded();

    assertSentToLogIn(browser.get("/console"));
  }

  /** A browser sends no session with a link of another site: it must not lose it by one. */
  @Test
  void aRequestWithoutASessionEndsNone() {
    assertSentToLogInWithItsSession(Browser.strangers().get("/console"));
    assertSentToLogInWithItsSession(given().header("Cookie", "other=1").get("/console/work"));
    assertThat(given().header("HX-Request", "true").get("/console").header("Set-Cookie")).isNull();
  }

  /** htmx would put the log-in into a part of the page. */
  @Test
  void aPartOfAPageWithoutASessionLeavesThePage() {
    Response answer = given().header("HX-Request", "true").get("/console");

    assertThat(answer.header("HX-Redirect")).isEqualTo(LOG_IN);
    assertThat(answer.header("HX-Refresh")).isNull();
    assertThat(answer.header("Location")).isNull();
    assertThat(answer.asString()).isEmpty();
  }

  @Test
  void aStrangerReadsTheLogInAndItsFilesAlone() {
    Browser stranger = Browser.strangers();
    Document page = stranger.page(LOG_IN);

    assertThat(page.select("nav, .session")).isEmpty();
    assertThat(stranger.get(page.select("link[rel=stylesheet]").attr("href")).contentType())
        .isEqualTo("text/css;charset=UTF-8");
    assertThat(stranger.get(page.select("script").attr("src")).contentType())
        .isEqualTo("text/javascript;charset=UTF-8");
  }

  /** Its session is refused, and the browser forgets it. */
  private static void assertSentToLogIn(Response answer) {
    assertThat(answer.header("Set-Cookie")).startsWith("__Host-console=;");
    assertAnsweredByTheLogIn(answer);
  }

  private static void assertSentToLogInWithItsSession(Response answer) {
    assertThat(answer.header("Set-Cookie")).isNull();
    assertAnsweredByTheLogIn(answer);
  }

  private static void assertAnsweredByTheLogIn(Response answer) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(303);
    assertThat(answer.header("Location")).isEqualTo(LOG_IN);
    assertThat(answer.header("WWW-Authenticate")).isNull();
    assertThat(answer.asString()).isEmpty();
  }
}
