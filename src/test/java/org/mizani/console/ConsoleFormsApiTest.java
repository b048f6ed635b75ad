package org.mizani.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Forms of the console: only its own pages send them, each in its own session. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ConsoleFormsApiTest {

  private static final String LOG_OUT = "/console/log-out";

  private Browser browser;
  private String token;

  @BeforeEach
  void logIn() {
    browser = Browser.of("viewer");
    token = browser.formToken();
  }

  @ParameterizedTest
  @CsvSource({
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site",
    "Sec-Fetch-Site, none",
    "Origin, https://elsewhere.example",
    "Origin, null",
    "Origin, not a url",
    "X-Other, any"
  })
  void aFormOfAnotherSiteIsRefused(String header, String value) {
    Response answer = form().header(header, value).post(LOG_OUT);

    assertRefused(answer, "form of another site: send it from a page of the console");
    assertStillLoggedIn();
  }

  /** A session of a stranger in this browser would be told what its operator does. */
  @Test
  void aLogInOfAnotherSiteIsRefused() {
    Response answer =
        given()
            .contentType("application/x-www-form-urlencoded")
            .header("Sec-Fetch-Site", "cross-site")
            .body(
                Browser.encoded(
                    Map.of("operatorKey", TestOperator.KEY, "operatorSecret", TestOperator.SECRET)))
            .post("/console/log-in");

    assertRefused(answer, "form of another site: send it from a page of the console");
    assertThat(answer.header("Set-Cookie")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Sec-Fetch-Site", "Origin"})
  void aFormOfAPageOfTheConsoleIsTaken(String header) {
    String own =
        header.equals("Origin") ? "http://localhost:" + ServicePort.number() : "same-origin";

    assertThat(form().header(header, own).post(LOG_OUT).statusCode()).isEqualTo(303);
  }

  @Test
  void aFormWithoutTheTokenOfItsSessionIsRefused() {
    String other = Browser.of("viewer").formToken();

    for (Map<String, String> fields :
        List.of(
            Map.<String, String>of(),
            Map.of("formToken", ""),
            Map.of("formToken", other),
            Map.of("formToken", browser.token()))) {
      assertRefused(
          browser.submit(LOG_OUT, fields), "formToken is not of this session: load the page again");
    }
    assertStillLoggedIn();
  }

  @Test
  void aFormWithAnotherFieldIsRefused() {
    Response answer = browser.submit(LOG_OUT, Map.of("formToken", token, "everywhere", "1"));

    assertRefused(answer, "unknown field in the form");
    assertStillLoggedIn();
  }

  @Test
  void aFieldThatIsGivenTwiceIsRefused() {
    Response answer =
        browser
            .request()
            .header("Sec-Fetch-Site", "same-origin")
            .body("formToken=" + token + "&formToken=" + token)
            .post(LOG_OUT);

    assertRefused(answer, "formToken must be given once");
    assertStillLoggedIn();
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/plain", "multipart/form-data; boundary=x"})
  void anotherTypeThanAFormIsRefused(String type) {
    Response answer =
        form().contentType(type).header("Sec-Fetch-Site", "same-origin").post(LOG_OUT);

    assertRefused(answer, "invalid payload");
    assertStillLoggedIn();
  }

  @Test
  void aFormThatIsTooLargeIsRefused() {
    Response answer =
        browser
            .request()
            .header("Sec-Fetch-Site", "same-origin")
            .body("formToken=" + "a".repeat(70_000))
            .post(LOG_OUT);

    assertThat(answer.statusCode()).isEqualTo(413);
    assertStillLoggedIn();
  }

  private Request form() {
    return browser.request().body(Browser.encoded(Map.of("formToken", token)));
  }

  private static void assertRefused(Response answer, String message) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(400);
    assertThat(Browser.refusal(answer)).isEqualTo(message);
    assertThat(Browser.page(answer).select("h1").text()).isEqualTo("Not understood");
  }

  private void assertStillLoggedIn() {
    assertThat(browser.page("/console").title()).startsWith("Today");
  }
}
