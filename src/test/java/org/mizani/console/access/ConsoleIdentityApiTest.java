package org.mizani.console.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.console.Browser;
import org.mizani.operator.access.OwnPort;
import org.mizani.support.IdentityLogins;
import org.mizani.support.Response;
import org.mizani.support.SpreadOutProfile;
import org.mizani.support.TestIdentityProvider;

/** Log-ins to the console by the identity provider of the operators' organisation. */
@QuarkusTest
@TestProfile(SpreadOutProfile.class)
class ConsoleIdentityApiTest {

  private static final String BY_IDENTITY = "/console/log-in/identity";

  @Inject OwnPort port;

  private Browser browser;
  private String person;

  @BeforeEach
  void makePerson() {
    browser = Browser.at(port.number());
    person = new IdentityLogins(port.number()).person("viewer");
  }

  @Test
  void anIdentityTokenBeginsASessionOnce() {
    Map<String, String> token = Map.of("idToken", provider().token(person));

    Response begun = browser.send(browser.page("/console/log-in"), BY_IDENTITY, token);

    assertThat(begun.statusCode()).as(begun.asString()).isEqualTo(303);
    assertThat(browser.page("/console").select(".session a").text()).isEqualTo(person + ", viewer");
    Response again = Browser.at(port.number()).submit(BY_IDENTITY, token);
    assertThat(again.statusCode()).isEqualTo(401);
    assertThat(Browser.refusal(again)).isEqualTo("Token or code is wrong, or was used before.");
  }

  @Test
  void aLogInWithoutATokenAsksForIt() {
    Response answer = browser.submit(BY_IDENTITY, Map.of());

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(Browser.refusal(answer)).isEqualTo("idToken is required");
  }

  private static TestIdentityProvider provider() {
    return TestIdentityProvider.current();
  }
}
