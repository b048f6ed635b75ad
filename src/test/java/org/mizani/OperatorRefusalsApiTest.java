package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Brings about every refusal that the operators' document names. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperatorRefusalsApiTest {

  @Inject BusinessAtWork business;
  @Inject Rows rows;

  private RouteCalls routes;
  private DocumentedSchemas schemas;
  private Map<String, String> pathValues;
  private String token;
  private String viewer;

  @BeforeAll
  void startBusiness() {
    ContractDocument document = ContractDocument.readOperators();
    routes = new RouteCalls(List.of(document));
    schemas = new DocumentedSchemas(document);
    pathValues = business.start().pathValues();
    token = TestOperator.token();
    viewer = TestOperator.person("viewer").token();
  }

  Stream<Arguments> refusals() {
    return routes.below("/operator/", pathValues).stream()
        .flatMap(
            call ->
                call.operation().responses().keySet().stream()
                    .filter(status -> !status.startsWith("2"))
                    .map(status -> Arguments.of(call, status, nameOf(call, status))))
        .filter(refusal -> !Provocations.OUT_OF_REACH.contains((String) refusal.get()[2]))
        .filter(refusal -> !isForbiddenRead(refusal))
        .filter(refusal -> !isRepeatedFeeIncome(refusal))
        .filter(refusal -> !isRefundWithoutBalance(refusal))
        .filter(refusal -> !isIdentityRefused(refusal));
  }

  /**
   * A refund is at most the credited amount, which no payout has spent here: {@code
   * CollectionRefundApiTest} refuses a refund for lack of balance.
   */
  private static boolean isRefundWithoutBalance(Arguments refusal) {
    return ((DocumentedCall) refusal.get()[0]).operation().id().equals("refundCollection")
        && refusal.get()[2].equals("InsufficientBalance");
  }

  /** There is no identity provider here: {@code IdentityLoginApiTest} has one. */
  private static boolean isIdentityRefused(Arguments refusal) {
    DocumentedOperation operation = ((DocumentedCall) refusal.get()[0]).operation();
    return operation.id().equals("authenticateOperatorByIdentity")
        && refusal.get()[2].equals("InvalidCredentials");
  }

  /**
   * All roles read all but operators; a person may not who has to enrol a second factor first:
   * {@code OperatorRightsTest}.
   */
  private static boolean isForbiddenRead(Arguments refusal) {
    DocumentedOperation operation = ((DocumentedCall) refusal.get()[0]).operation();
    return refusal.get()[2].equals("OperatorForbidden")
        && operation.method().equals("GET")
        && !operation.path().startsWith("/operator/operators");
  }

  /**
   * Fee income is of closed days alone, and no day is closed here: {@code BooksDayApiTest} takes
   * fee income.
   */
  private static boolean isRepeatedFeeIncome(Arguments refusal) {
    return ((DocumentedCall) refusal.get()[0]).operation().id().equals("takeFeeIncome")
        && refusal.get()[2].equals("ReferenceUsed");
  }

  private static String nameOf(DocumentedCall call, String status) {
    return call.operation().responseName(status).orElse("an answer without a name");
  }

  @ParameterizedTest(name = "{0}: {1} {2}")
  @MethodSource("refusals")
  void refusesAsDocumented(DocumentedCall example, String status, String name) {
    boolean identified = !example.operation().isOpen() && !name.equals("OperatorUnauthorized");

    String sent = name.equals("OperatorForbidden") ? viewer : token;

    List<Response> answers =
        Provocations.of(name, example).map(call -> call.send(identified ? sent : "")).toList();

    assertThat(answers)
        .extracting(answer -> Integer.toString(answer.statusCode()))
        .as("%s: %s", name, answers.stream().map(Response::asString).toList())
        .contains(status);
    answers.forEach(answer -> schemas.assertDocumented(example.operation(), answer));
  }

  /** By a pod in its first call; of another business, because the examples settle payments. */
  @ParameterizedTest
  @CsvSource({"settlePayout, payout_due", "settleCollection, collection_due"})
  void refusesWhatIsBeingSettledAsDocumented(String operation, String due) {
    DocumentedCall settle =
        routes.below("/operator/", business.start().pathValues()).stream()
            .filter(call -> call.operation().id().equals(operation))
            .findFirst()
            .orElseThrow();
    UUID payment = UUID.fromString(settle.parameters().values().iterator().next());
    rows.execute(
        "UPDATE "
            + due
            + " SET leased_until = until, next_poll_at = until, polls = polls + 1,"
            + " skipped_polls = polls"
            + " FROM (SELECT now() + interval '1 hour' AS until) lease WHERE id = $1",
        payment);

    Response answer = settle.send(token);

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(409);
    assertThat(answer.<String>path("error")).endsWith("is being settled");
    assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
    schemas.assertDocumented(settle.operation(), answer);
  }
}
