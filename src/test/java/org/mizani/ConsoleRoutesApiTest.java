package org.mizani;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.console.Browser;
import org.mizani.operator.access.TestRights;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;

/** Every route of the console: it wants a session and rights of the interface, by each spelling. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ConsoleRoutesApiTest {

  /** Routes without a session: a new one has to be intended, and entered here. */
  private static final Set<String> OPEN =
      Set.of(
          "GET /console/assets/{version}/{name}",
          "GET /console/log-in",
          "POST /console/log-in",
          "POST /console/log-in/identity");

  private static Map<String, String> methods() {
    return RegisteredRoutes.methods();
  }

  static Stream<String> guarded() {
    return methods().keySet().stream()
        .filter(route -> route.contains(" /console"))
        .filter(route -> !OPEN.contains(route));
  }

  @Test
  void everyRoutePerformsOperationsOfTheInterface() {
    Set<String> methods =
        guarded().map(route -> methods().get(route)).collect(toCollection(TreeSet::new));

    assertThat(TestRights.console().keySet()).isEqualTo(methods);
    assertThat(TestRights.console().values())
        .allSatisfy(
            performed -> assertThat(performed).allMatch(TestRights.leastRoles()::containsKey));
  }

  @ParameterizedTest
  @MethodSource("guarded")
  void wantsASession(String route) {
    assertSentToLogIn(send(route, Browser.strangers().request()));
  }

  @ParameterizedTest
  @MethodSource("guarded")
  void refusesAPartnersToken(String route) {
    String token = TestPartners.here().create(Map.of()).token();

    assertSentToLogIn(send(route, Browser.strangers().withToken(token).request()));
  }

  @ParameterizedTest
  @MethodSource("guarded")
  void refusesAParameterThatItDoesNotHave(String route) {
    Browser browser = Browser.of("administrator");

    Response answer = send(route, browser.request().queryParam("bussinessId", "1"));

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(400);
    assertThat(Browser.refusal(answer))
        .isEqualTo("bussinessId is not a parameter of this operation");
  }

  private static Response send(String route, Request request) {
    String[] parts = route.split(" ");
    return request
        .header("Sec-Fetch-Site", "same-origin")
        .request(parts[0], parts[1].replaceAll("\\{\\w+}", "any"));
  }

  private static void assertSentToLogIn(Response answer) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(303);
    assertThat(answer.header("Location")).isEqualTo("/console/log-in");
  }
}
