package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.ContractDocument.elements;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.mizani.support.TestDatabase;

/**
 * Rules for the operators' OpenAPI document: it describes each operation with its refusals, and no
 * route of partners.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperatorDocumentApiTest {

  private ContractDocument document;

  @BeforeAll
  void readDocument() {
    document = ContractDocument.readOperators();
  }

  @Test
  void hasVersionTitleAndTag() {
    assertThat(document.root().path("openapi").asText()).startsWith("3.1");
    assertThat(document.root().at("/info/title").asText())
        .isEqualTo("Business Payments, operator interface");
    assertThat(elements(document.root().path("tags")))
        .extracting(tag -> tag.path("name").asText())
        .containsExactly("Operator");
  }

  @Test
  void mentionsNoRouteOrWebhookOfPartners() {
    assertThat(document.root().toString()).doesNotContain("/business/", "X-RateLimit");
    assertThat(document.webhooks()).isEmpty();
  }

  @Test
  void describesEveryOperationUnderItsTag() {
    assertThat(document.operations())
        .isNotEmpty()
        .allSatisfy(
            operation -> {
              assertThat(operation.id()).matches("[a-z][a-zA-Z]+");
              assertThat(operation.node().path("summary").asText())
                  .as("%s", operation)
                  .isNotBlank();
              assertThat(operation.node().path("description").asText())
                  .as("%s", operation)
                  .isNotBlank();
              assertThat(elements(operation.node().path("tags")))
                  .as("%s", operation)
                  .extracting(tag -> tag.asText())
                  .containsExactly("Operator");
            });
    assertThat(document.operations()).extracting(DocumentedOperation::id).doesNotHaveDuplicates();
  }

  @Test
  void namesTheErrorsThatAnyRequestMayMeet() {
    assertThat(document.operations())
        .allSatisfy(
            operation ->
                assertThat(operation.responses().keySet())
                    .as("%s", operation)
                    .contains("401", "500", "503"));
    assertThat(document.operations())
        .filteredOn(operation -> operation.responses().containsKey("429"))
        .filteredOn(
            operation -> !operation.responseName("429").equals(Optional.of("ExportBeingRead")))
        .as("no rate limit, but guesses are limited")
        .allMatch(DocumentedOperation::isOpen)
        .hasSize(2);
  }

  @Test
  void namesEveryRefusal() {
    assertThat(document.operations())
        .allSatisfy(
            operation ->
                assertThat(operation.responses().keySet())
                    .filteredOn(status -> !status.startsWith("2"))
                    .allSatisfy(
                        status ->
                            assertThat(operation.responseName(status))
                                .as("%s %s", operation, status)
                                .isPresent()));
  }

  @Test
  void wantsATokenForAllOperationsButAuthentication() {
    assertThat(document.operations())
        .filteredOn(DocumentedOperation::isOpen)
        .extracting(DocumentedOperation::path)
        .isEqualTo(List.of("/operator/auth", "/operator/auth/oidc"));
  }

  @Test
  void hasNoBrokenReferenceAndNoUnusedComponent() {
    Set<String> refs = new TreeSet<>();
    document.root().findValues("$ref").forEach(ref -> refs.add(ref.asText()));
    assertThat(refs)
        .allSatisfy(
            ref -> assertThat(document.root().at(ref.substring(1)).isMissingNode()).isFalse());
    for (String kind : List.of("headers", "responses", "schemas")) {
      assertThat(document.components(kind).keySet())
          .allSatisfy(name -> assertThat(refs).contains("#/components/" + kind + "/" + name));
    }
  }

  @Test
  void isServedBelowTheOperatorsPathOnly() {
    assertThat(given().get("/q/openapi-operator").statusCode()).isEqualTo(404);
    assertThat(given().get("/operator/openapi").statusCode()).isEqualTo(200);
  }
}
