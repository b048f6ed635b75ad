package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.business.BusinessLimits;
import org.mizani.business.BusinessProfile;
import org.mizani.business.FeeTerms;
import org.mizani.business.SignatureScheme;
import org.mizani.launch.sandbox.TestDemo;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.WebhookReceiver;
import org.mizani.webhook.DeadDeliveries;

/**
 * Compares the OpenAPI document with the service: each example of the document is sent as the
 * sandbox's demo business, and has to be answered as documented.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ContractDocumentApiTest {

  private static final Pattern LISTED = Pattern.compile("must be one of: (.*)");
  private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");

  private static final String CREDITED =
      "SELECT count(*) FROM collection WHERE id = $1 AND credited_at IS NOT NULL";

  private static final String DEMO = "SELECT business_id FROM api_key WHERE key = 'pk_test_demo'";

  /** Nothing listens there: what is sent again is pending, as long as it is looked at. */
  private static final String NOWHERE = "http://127.0.0.1:9/hook";

  private static final BusinessProfile SUSPENDED =
      new BusinessProfile(
          "Suspended",
          Optional.empty(),
          Optional.empty(),
          false,
          FeeTerms.USUAL,
          SignatureScheme.DIGEST,
          true,
          BusinessLimits.NONE);

  @Inject TestDemo demo;
  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject DeadDeliveries dead;

  private final DocumentedLinks links = new DocumentedLinks();
  private ContractDocument document;
  private DocumentedSchemas schemas;
  private String token;
  private String tokenOfOtherBusiness;
  private String tokenOfSuspendedBusiness;

  @BeforeAll
  void obtainToken() {
    demo.register();
    tokenOfOtherBusiness = partners.create(Map.of()).token();
    tokenOfSuspendedBusiness = partners.create(SUSPENDED, Map.of()).token();
    document = ContractDocument.read();
    schemas = new DocumentedSchemas(document);
    token = firstExample(document.operations().get(0)).send("").path("accessToken");
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  Stream<DocumentedCall> examples() {
    return document.operations().stream().flatMap(operation -> operation.examples().stream());
  }

  @Order(1)
  @ParameterizedTest(name = "{0}")
  @MethodSource("examples")
  void answersTheExamplesAsDocumented(DocumentedCall example) {
    DocumentedOperation operation = example.operation();
    if (operation.hasBody()) {
      schemas.assertValid(example.toString(), operation.bodySchema(), example.json());
    }

    DocumentedCall call = withItsBatch(withItsEndpoint(withItsDelivery(links.linked(example))));
    awaitPaid(call);

    Response answer = call.send(operation.isOpen() ? "" : token);

    assertThat(Integer.toString(answer.statusCode()))
        .as("%s: %s", example, answer.asString())
        .isEqualTo(operation.success());
    schemas.assertDocumented(operation, answer);
    links.follow(example, answer);
  }

  /** A collection is refunded once its customer has paid it. */
  private void awaitPaid(DocumentedCall call) {
    if (call.operation().id().equals("createRefund")) {
      UUID collection = UUID.fromString(call.parameters().get("collectionId"));
      eventually(() -> rows.count(CREDITED, collection), credited -> credited == 1);
    }
  }

  /** A list of dead deliveries has one, and each replay one of its own. */
  private DocumentedCall withItsDelivery(DocumentedCall call) {
    if (!call.operation().path().startsWith("/business/webhook-deliveries")) {
      return call;
    }
    long demoBusiness = rows.execute(DEMO).get(0).getLong("business_id");
    String delivery = dead.write(demoBusiness, NOWHERE, 1, "now()").iterator().next();
    return call.operation().id().equals("replayOwnDelivery")
        ? call.withParameter("id", delivery)
        : call;
  }

  /** Each call about an endpoint has one of its own, the only one, which it may delete. */
  private DocumentedCall withItsEndpoint(DocumentedCall call) {
    if (!call.operation().path().startsWith("/business/webhook-endpoints/")) {
      return call;
    }
    rows.execute(
        "DELETE FROM webhook_endpoint WHERE business_id = $1",
        rows.execute(DEMO).get(0).getLong("business_id"));
    Response made =
        Request.given()
            .header("Authorization", "Bearer " + token)
            .contentType("application/json")
            .body(Map.of("url", NOWHERE, "kinds", List.of("payout")))
            .post("/business/webhook-endpoints");
    return call.withParameter("id", made.created().path("id"));
  }

  /** A batch that is cancelled waits for its time. */
  private DocumentedCall withItsBatch(DocumentedCall call) {
    return call.operation().id().equals("cancelBulk")
        ? call.withParameter("bulkId", BusinessAtWork.scheduledBulk(token))
        : call;
  }

  Stream<Arguments> refusals() {
    return document.operations().stream()
        .flatMap(
            operation ->
                operation.responses().keySet().stream()
                    .filter(status -> !status.startsWith("2"))
                    .filter(status -> !isOutOfReach(operation, status))
                    .map(status -> Arguments.of(operation, status)));
  }

  private static boolean isOutOfReach(DocumentedOperation operation, String status) {
    return operation.responseName(status).filter(Provocations.OUT_OF_REACH::contains).isPresent();
  }

  @Order(2)
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("refusals")
  void refusesAsDocumented(DocumentedOperation operation, String status) {
    String name = operation.responseName(status).orElse("an answer without a name");

    List<Response> answers =
        Provocations.of(name, firstExample(operation))
            .map(call -> call.send(tokenFor(operation, name)))
            .toList();

    assertThat(answers)
        .extracting(answer -> Integer.toString(answer.statusCode()))
        .as("%s: %s", name, answers.stream().map(Response::asString).toList())
        .contains(status);
    answers.forEach(answer -> schemas.assertDocumented(operation, answer));
  }

  private String tokenFor(DocumentedOperation operation, String refusal) {
    if (operation.isOpen() || refusal.equals("Unauthorized")) {
      return "";
    }
    return switch (refusal) {
      case "Forbidden" -> tokenOfSuspendedBusiness;
      case "CollectionsNotEnabled" -> tokenOfOtherBusiness;
      default -> token;
    };
  }

  Stream<Arguments> texts() {
    return document.operations().stream()
        .filter(operation -> !operation.isOpen())
        .flatMap(
            operation ->
                Stream.concat(
                    operation.bodyProperties().entrySet().stream()
                        .filter(field -> field.getValue().path("type").asText().equals("string"))
                        .map(field -> Arguments.of(operation, field.getKey(), field.getValue())),
                    operation.parameters().stream()
                        .filter(parameter -> !parameter.path("in").asText().equals("path"))
                        .map(p -> Arguments.of(operation, name(p), p.path("schema")))));
  }

  private static String name(JsonNode parameter) {
    return parameter.path("name").asText();
  }

  @Order(2)
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("texts")
  void listsTheValuesOfEveryClosedSet(DocumentedOperation operation, String field, JsonNode text) {
    Set<String> listed = new TreeSet<>();
    text.path("enum").forEach(value -> listed.add(value.asText()));
    DocumentedCall example = firstExample(operation);
    DocumentedCall call =
        operation.hasBody() ? example.with(field, "?") : example.withParameter(field, "?");

    String error = call.send(token).path("error");

    assertThat(valuesIn(error)).as("%s: %s", field, error).isEqualTo(listed);
  }

  /** The values that a refusal lists or quotes; empty if there are none. */
  private static Set<String> valuesIn(String error) {
    String message = error == null ? "" : error;
    Matcher listed = LISTED.matcher(message);
    return listed.find()
        ? new TreeSet<>(List.of(listed.group(1).split(", ")))
        : new TreeSet<>(
            QUOTED.matcher(message).results().map((MatchResult value) -> value.group(1)).toList());
  }

  Stream<Arguments> requiredFields() {
    return document.operations().stream()
        .filter(DocumentedOperation::hasBody)
        .flatMap(
            operation ->
                ContractDocument.elements(document.resolve(operation.bodySchema()).path("required"))
                    .stream()
                    .map(field -> Arguments.of(operation, field.asText())));
  }

  @Order(2)
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("requiredFields")
  void refusesABodyWithoutARequiredField(DocumentedOperation operation, String field) {
    Response refused =
        firstExample(operation).with(field, null).send(operation.isOpen() ? "" : token);

    assertThat(refused.statusCode()).as(refused.asString()).isIn(400, 422);
    schemas.assertDocumented(operation, refused);
  }

  Stream<DocumentedOperation> operationsWithWebhooks() {
    return document.operations().stream()
        .filter(operation -> operation.bodyProperties().containsKey("callbackUrl"));
  }

  @Order(3)
  @ParameterizedTest(name = "{0}")
  @MethodSource("operationsWithWebhooks")
  void sendsTheWebhookAsDocumented(DocumentedOperation operation) throws Exception {
    DocumentedOperation webhook =
        document.webhooks().stream()
            .filter(w -> w.node().path("tags").equals(operation.node().path("tags")))
            .findFirst()
            .orElseThrow();
    try (WebhookReceiver receiver = WebhookReceiver.listen()) {
      DocumentedCall call =
          firstExample(operation).with("callbackUrl", receiver.url()).withFreshReference();

      Response created = call.send(token);

      assertThat(Integer.toString(created.statusCode())).isEqualTo(operation.success());
      WebhookReceiver.Received told =
          eventually(receiver::received, arrived -> !arrived.isEmpty()).get(0);
      schemas.assertValid(webhook.id(), webhook.bodySchema(), ContractDocument.parse(told.body()));
      schemas.assertDocumentedHeaders(webhook, told.firstHeaders());
    }
  }

  private DocumentedCall firstExample(DocumentedOperation operation) {
    return withItsDelivery(links.linked(operation.example()));
  }
}
