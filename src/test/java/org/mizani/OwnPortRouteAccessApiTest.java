package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.MISSING_HEADER;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.operator.access.OwnPort;
import org.mizani.support.ForgedTokens;
import org.mizani.support.ServicePort;
import org.mizani.support.SpreadOutProfile;
import org.mizani.support.StoredState;
import org.mizani.support.TestOperator;

/**
 * Calls every route of both interfaces where operators have a port of their own: no route of one
 * interface is at the other's port, with any token.
 */
@QuarkusTest
@TestProfile(SpreadOutProfile.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OwnPortRouteAccessApiTest {

  private static final Set<String> OPEN = Set.of("/operator/auth", "/operator/auth/oidc");

  @Inject BusinessAtWork business;
  @Inject StoredState state;
  @Inject OwnPort ownPort;

  private RouteCalls routes;
  private BusinessAtWork.Started started;
  private String partner;
  private String operator;
  private Map<String, String> before;

  @BeforeAll
  void startBusiness() {
    started = business.start();
    partner = started.partner().token();
    operator = TestOperator.token(ownPort.number());
    routes =
        new RouteCalls(
            List.of(ContractDocument.read(), ContractDocument.readOperators(ownPort.number())));
    before = state.haltAndRead();
  }

  @AfterAll
  void resumeJobs() {
    state.resumeJobs();
  }

  @AfterEach
  void assertStateUnchanged() {
    assertThat(state.read()).isEqualTo(before);
  }

  Stream<DocumentedCall> partners() {
    return Stream.of("/business", "/.well-known")
        .flatMap(beginning -> routes.below(beginning, started.pathValues()).stream());
  }

  Stream<DocumentedCall> operators() {
    return routes.below("/operator", started.pathValues()).stream();
  }

  Stream<DocumentedCall> guarded() {
    return operators().filter(call -> !OPEN.contains(call.operation().path()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("operators")
  void noOperatorsRouteIsAtThePartnersPort(DocumentedCall call) {
    for (String token : List.of("", partner, operator)) {
      assertRefused(call.send(ServicePort.number(), token), 404, "not found");
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("partners")
  void noPartnersRouteIsAtTheOperatorsPort(DocumentedCall call) {
    for (String token : List.of("", partner, operator)) {
      assertRefused(call.send(ownPort.number(), token), 404, "not found");
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("guarded")
  void theOperatorsPortWantsAToken(DocumentedCall call) {
    assertAnswer(call.send(ownPort.number(), ""), 401, MISSING_HEADER);
  }

  Stream<Arguments> forgeries() {
    Map<String, String> forged = ForgedTokens.of(operator, partner);
    return guarded()
        .flatMap(
            call ->
                forged.entrySet().stream()
                    .map(token -> Arguments.of(call, token.getKey(), token.getValue())));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("forgeries")
  void theOperatorsPortRefusesForgedTokens(DocumentedCall call, String wrong, String token) {
    assertAnswer(call.send(ownPort.number(), token), 401, MALFORMED_TOKEN);
  }

  /** All that store nothing: the audit log has who reads a statement or exports. */
  Stream<DocumentedCall> reads() {
    return guarded()
        .filter(call -> call.operation().method().equals("GET"))
        .filter(call -> !call.operation().path().endsWith("/statement"))
        .filter(call -> !call.operation().path().endsWith("/export"));
  }

  /** Shows that the refusals above are due to the token alone. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("reads")
  void theOperatorsPortTakesOperatorsTokens(DocumentedCall call) {
    assertThat(call.send(ownPort.number(), operator).statusCode()).isEqualTo(200);
  }
}
