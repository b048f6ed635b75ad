package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.fault.ErrorCode;
import org.mizani.operator.access.OwnPort;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.audit.AuditEntries.Written;
import org.mizani.support.BehindProxyProfile;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** The credential of the environment in production: it manages operators, and nothing else. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(BehindProxyProfile.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EnvironmentOperatorApiTest {

  private static final String REFUSAL =
      "the environment's credential manages operators alone: log in as a person";
  private static final Set<String> OPEN = Set.of("POST /operator/auth", "POST /operator/auth/oidc");
  private static final String LOG_OUT = "POST /operator/auth/logout";
  private static final String OPERATORS = "/operator/operators";
  private static final String BUSINESSES = "/operator/businesses";

  @Inject OwnPort port;
  @Inject AuditEntries audit;
  @Inject Rows rows;

  Stream<DocumentedCall> calls() {
    return new RouteCalls(List.of(ContractDocument.readOperators(port.number())))
        .below("/operator/", Map.of()).stream()
            .filter(call -> !OPEN.contains(call.operation().route()));
  }

  /** The calls lead to no row and have no body: those that it may send change nothing. */
  @ParameterizedTest
  @MethodSource("calls")
  void ofAllRoutesItMaySendThoseOfOperatorsAlone(DocumentedCall call) {
    String route = call.operation().route();
    boolean isOfOperators = route.contains(" " + OPERATORS) || route.equals(LOG_OUT);
    String token = environment().logIn(port.number(), Map.of()).path("accessToken");

    Response answer = call.withBody("{").send(port.number(), token);

    if (isOfOperators) {
      assertThat(answer.statusCode()).as(answer.asString()).isIn(200, 201, 400, 404);
    } else {
      assertRefused(answer, 403, REFUSAL);
      assertCoded(answer, ErrorCode.OTHER_OPERATOR_REQUIRED, "");
    }
  }

  @Test
  void itMakesTheAdministratorWhoDoesTheWork() {
    Map<String, String> business = Map.of("name", "Acacia Traders");
    Person administrator = TestOperator.person(port.number(), "administrator");

    assertRefused(operator().body(business).post(BUSINESSES), 403, REFUSAL);

    Response made = administrator.request(port.number()).body(business).post(BUSINESSES);
    assertThat(made.statusCode()).as(made.asString()).isEqualTo(201);
  }

  @Test
  void itLetsAnAdministratorInAgain() {
    Person administrator = TestOperator.person(port.number(), "administrator");
    String path = OPERATORS + "/" + administrator.key();
    operator().body("{\"disabled\":true}").patch(path).succeeded();

    operator().body("{\"disabled\":false}").patch(path).succeeded();
    operator().delete(path + "/totp").succeeded();
    String secret = operator().post(path + "/secret").path("operatorSecret");

    Request again = new Person(administrator.key(), secret).request(port.number());
    assertThat(again.get(OPERATORS).statusCode()).isEqualTo(200);
  }

  @Test
  void theAuditLogTellsWhatItWanted() {
    rows.execute("DELETE FROM failed_authentication");
    String path = BUSINESSES + "/" + UUID.randomUUID();

    assertRefused(operator().get(path), 403, REFUSAL);

    assertThat(audit.of("operator/" + TestOperator.KEY))
        .contains(
            new Written(
                "operator.refuse-operation",
                null,
                new JsonObject(
                    Map.of("request", "GET " + path, "role", "bootstrap", "refusal", REFUSAL))));
  }

  /** As of a version in which it could ask. */
  @Test
  void nothingIsCarriedOutThatItHasAskedForBefore() {
    Person requester = TestOperator.person(port.number(), "administrator");
    Person approver = TestOperator.person(port.number(), "administrator");
    String path =
        BUSINESSES
            + "/"
            + requester
                .request(port.number())
                .body(Map.of("name", "Acacia Traders"))
                .post(BUSINESSES)
                .path("businessId")
            + "/api-keys";
    String request = requester.request(port.number()).body("{}").post(path).path("id");
    rows.execute(
        "UPDATE approval SET requested_by = $1, requester_epoch = NULL WHERE id = $2",
        TestOperator.KEY,
        UUID.fromString(request));

    Response answer =
        approver.request(port.number()).post("/operator/approvals/" + request + "/approval");

    assertRefused(answer, 409, "its requester may not do this any more");
  }

  private static Person environment() {
    return new Person(TestOperator.KEY, TestOperator.SECRET);
  }

  private Request operator() {
    return TestOperator.request(port.number());
  }
}
