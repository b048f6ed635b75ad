package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.business.KeyScope;
import org.mizani.fault.ErrorCode;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Every operation of partners that the service has registered, with a key of each scope. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyScopesApiTest {

  private static final String OPEN = "POST /business/auth";

  @Inject BusinessAtWork business;

  private final Map<KeyScope, String> tokens = new EnumMap<>(KeyScope.class);
  private List<DocumentedCall> calls;
  private String tokenOfAll;

  @BeforeAll
  void issueAKeyOfEachScope() {
    Map<String, String> pathValues = business.start().pathValues();
    calls =
        new RouteCalls(List.of(ContractDocument.read()))
            .below("/business", pathValues).stream()
                .filter(call -> !call.operation().route().equals(OPEN))
                .toList();
    for (KeyScope scope : KeyScope.values()) {
      tokens.put(scope, token(pathValues.get("businessId"), List.of(scope)));
    }
    tokenOfAll = token(pathValues.get("businessId"), List.of(KeyScope.values()));
  }

  private static String token(String businessId, List<KeyScope> scopes) {
    Response key =
        TestOperator.request()
            .body(Map.of("scopes", KeyScope.codes(scopes)))
            .post("/operator/businesses/" + businessId + "/api-keys");
    return Request.given()
        .contentType("application/json")
        .body(Map.of("apiKey", key.path("apiKey"), "apiSecret", key.path("apiSecret")))
        .post("/business/auth")
        .path("accessToken");
  }

  Stream<DocumentedCall> operations() {
    return calls.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("operations")
  void takesAKeyOfItsScope(DocumentedCall call) {
    KeyScope scope = KeyScope.of(call.operation().scope());

    // A key gives no scope that it lacks, so that one for managing alone can make none.
    String token = scope == KeyScope.MANAGE ? tokenOfAll : tokens.get(scope);

    Response answer = call.withFreshReference().send(token);

    assertThat(answer.statusCode()).as(answer.asString()).isBetween(200, 299);
  }

  Stream<Arguments> operationsAndOtherScopes() {
    return calls.stream()
        .flatMap(
            call ->
                Arrays.stream(KeyScope.values())
                    .filter(scope -> !scope.code().equals(call.operation().scope()))
                    .map(scope -> Arguments.of(call, scope)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("operationsAndOtherScopes")
  void refusesAKeyOfAnotherScope(DocumentedCall call, KeyScope other) {
    Response answer = call.withFreshReference().send(tokens.get(other));

    String scope = call.operation().scope();
    assertRefused(answer, 403, "api key lacks the scope " + scope);
    assertCoded(answer, ErrorCode.SCOPE_MISSING, "");
    assertThat(answer.header("WWW-Authenticate"))
        .endsWith(", error=\"insufficient_scope\", scope=\"" + scope + "\"");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("operations")
  void refusesAKeyOfAnotherScopeBeforeItsFields(DocumentedCall call) {
    KeyScope other = call.operation().scope().equals("read") ? KeyScope.VERIFY : KeyScope.READ;
    DocumentedCall empty = call.operation().hasBody() ? call.withBody("{}") : call.withQuery("");

    Response answer = empty.send(tokens.get(other));

    assertRefused(answer, 403, "api key lacks the scope " + call.operation().scope());
  }
}
