package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.MISSING_HEADER;
import static org.mizani.support.Refusals.assertAnswer;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.support.ForgedTokens;
import org.mizani.support.PathSpellings;
import org.mizani.support.Response;
import org.mizani.support.StoredState;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/**
 * Calls every route of both interfaces with requests that are right in all but the token: each is
 * refused and changes no row. {@code CallbackApiTest} covers the networks' routes, which take a
 * secret in their path in place of a token, and {@code ConsoleAccessApiTest} those of the console,
 * which take a cookie.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(AloneProfile.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RouteAccessApiTest {

  /** Routes without a token: a new one has to be intended, and entered here. */
  private static final Set<String> OPEN =
      Set.of(
          "GET /.well-known/jwks.json",
          "POST /business/auth",
          "POST /operator/auth",
          "POST /operator/auth/oidc");

  /**
   * Routes that are refused as the service is after its start, by the status: fee income is of
   * closed days alone, and no day of this business is closed; networks are asked first only while
   * submissions are held; the credential of the environment has no second factor, and its secret is
   * a setting.
   */
  private static final Map<String, Integer> REFUSED =
      Map.of(
          "POST /operator/auth/secret", 409,
          "POST /operator/auth/totp", 409,
          "POST /operator/auth/totp/confirmation", 409,
          "POST /operator/ledger/fee-incomes", 412,
          "POST /operator/submission/ask-first", 409);

  private static final String PARTNERS = "/business";
  private static final String OPERATORS = "/operator";
  private static final String NETWORKS = "/rails/";
  private static final String CONSOLE = "/console";
  private static final List<String> VERBS =
      List.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE");

  @Inject BusinessAtWork business;
  @Inject StoredState state;

  private List<DocumentedCall> calls;
  private Map<String, String> tokens;
  private Map<String, Map<String, String>> forged;
  private Map<String, String> before;

  @BeforeAll
  void startBusiness() {
    BusinessAtWork.Started started = business.start();
    String partner = started.partner().token();
    String operator = TestOperator.token();
    calls =
        new RouteCalls(List.of(ContractDocument.read(), ContractDocument.readOperators()))
            .below("/", started.pathValues()).stream()
                .filter(call -> !call.operation().path().startsWith(NETWORKS))
                .filter(call -> !call.operation().path().startsWith(CONSOLE))
                .toList();
    tokens = Map.of(PARTNERS, partner, OPERATORS, operator);
    forged =
        Map.of(
            PARTNERS, ForgedTokens.of(partner, operator),
            OPERATORS, ForgedTokens.of(operator, partner));
    before = state.haltAndRead();
  }

  @AfterAll
  void resumeJobs() {
    state.resumeJobs();
  }

  Stream<DocumentedCall> guarded() {
    return calls.stream().filter(call -> !OPEN.contains(call.operation().route()));
  }

  @Order(1)
  @ParameterizedTest(name = "{0}")
  @MethodSource("guarded")
  void wantsAToken(DocumentedCall call) {
    assertAnswer(call.send(""), 401, MISSING_HEADER);
    assertStateUnchanged();
  }

  Stream<Arguments> forgeries() {
    return guarded()
        .flatMap(
            call ->
                forged.get(sideOf(call)).entrySet().stream()
                    .map(token -> Arguments.of(call, token.getKey(), token.getValue())));
  }

  @Order(1)
  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("forgeries")
  void refusesForgedTokens(DocumentedCall call, String wrong, String token) {
    assertAnswer(call.send(token), 401, MALFORMED_TOKEN);
    assertStateUnchanged();
  }

  @Order(1)
  @ParameterizedTest(name = "{0}")
  @MethodSource("guarded")
  void refusesTheOtherInterfacesTokenForEverySpelling(DocumentedCall call) {
    String other = otherSideOf(call);

    assertThat(PathSpellings.of(call.target(), other))
        .allSatisfy(
            spelling ->
                assertThat(call.sendRaw(call.operation().method(), spelling, tokens.get(other)))
                    .isIn(400, 401, 404, 405));
    assertStateUnchanged();
  }

  @Order(1)
  @ParameterizedTest(name = "{0}")
  @MethodSource("guarded")
  void refusesTheOtherInterfacesTokenForEveryVerb(DocumentedCall call) {
    String token = tokens.get(otherSideOf(call));

    assertThat(VERBS)
        .allSatisfy(verb -> assertThat(call.sendRaw(verb, call.target(), token)).isEqualTo(401));
    assertStateUnchanged();
  }

  /** Shows that the refusals above are due to the token alone. */
  @Order(2)
  @ParameterizedTest(name = "{0}")
  @MethodSource("guarded")
  void takesItsOwnToken(DocumentedCall call) {
    // A log-out ends its token.
    String token =
        call.operation().id().equals("logOutOperator")
            ? TestOperator.newToken()
            : tokens.get(sideOf(call));

    Response answer = call.withFreshReference().send(ForgedTokens.signed(token));

    int refusal = REFUSED.getOrDefault(call.operation().route(), 0);
    if (refusal > 0) {
      assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(refusal);
    } else {
      assertThat(answer.statusCode()).as(answer.asString()).isBetween(200, 299);
    }
    new DocumentedSchemas(call.operation().document()).assertDocumented(call.operation(), answer);
  }

  private void assertStateUnchanged() {
    assertThat(state.read()).isEqualTo(before);
  }

  private static String sideOf(DocumentedCall call) {
    return call.operation().path().startsWith(OPERATORS) ? OPERATORS : PARTNERS;
  }

  private static String otherSideOf(DocumentedCall call) {
    return sideOf(call).equals(OPERATORS) ? PARTNERS : OPERATORS;
  }
}
