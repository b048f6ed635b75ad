package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.ContractDocument.elements;
import static org.mizani.ContractDocument.members;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.mizani.support.TestDatabase;

/**
 * Rules for each operation, schema and example of the OpenAPI document. One of the usual lint rules
 * is left out: a contact, because the project has no address of its own.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocumentRulesApiTest {

  private ContractDocument document;
  private DocumentedSchemas schemas;

  @BeforeAll
  void readDocument() {
    document = ContractDocument.read();
    schemas = new DocumentedSchemas(document);
  }

  @Test
  void hasVersionTitleTopicsAndLicense() {
    assertThat(document.root().path("openapi").asText()).startsWith("3.1");
    assertThat(document.root().at("/info/title").asText()).isEqualTo("Business Payments");
    assertThat(document.root().at("/info/description").asText())
        .contains("/business/auth", "X-RateLimit-Limit", "X-Request-Id", "Retry-After", "webhook");
    assertThat(document.root().at("/info/license/name").asText()).isEqualTo("Apache-2.0");
  }

  @Test
  void comesFromTheServerThatItDescribes() {
    assertThat(List.of(document, ContractDocument.readOperators()))
        .allSatisfy(
            each ->
                assertThat(elements(each.root().path("servers")))
                    .extracting(server -> server.path("url").asText())
                    .containsExactly("/"));
  }

  @Test
  void wantsATokenForAllOperationsButAuthenticationAndPublishedKeys() {
    assertThat(document.components("securitySchemes")).containsOnlyKeys("token");
    assertThat(document.root().at("/components/securitySchemes/token/scheme").asText())
        .isEqualTo("bearer");
    assertThat(document.root().path("security").toString()).isEqualTo("[{\"token\":[]}]");
    assertThat(document.operations())
        .filteredOn(DocumentedOperation::isOpen)
        .extracting(DocumentedOperation::id)
        .containsExactly("authenticate", "getPublishedKeys");
  }

  @Test
  void describesEveryOperation() {
    Set<String> tags =
        elements(document.root().path("tags")).stream()
            .map(tag -> tag.path("name").asText())
            .collect(Collectors.toSet());
    assertThat(operationsAndWebhooks())
        .allSatisfy(
            operation -> {
              assertThat(operation.id()).matches("[a-z][a-zA-Z]+");
              assertThat(operation.node().path("summary").asText()).isNotBlank();
              assertThat(operation.node().path("description").asText())
                  .as("description of %s", operation)
                  .isNotBlank();
              assertThat(elements(operation.node().path("tags")))
                  .singleElement()
                  .satisfies(tag -> assertThat(tags).contains(tag.asText()));
            });
    assertThat(operationsAndWebhooks().map(DocumentedOperation::id)).doesNotHaveDuplicates();
  }

  @Test
  void namesTheErrorsThatAnyRequestMayMeet() {
    assertThat(document.operations())
        .filteredOn(operation -> operation.path().startsWith("/business/"))
        .allSatisfy(
            operation -> {
              Set<String> statuses = operation.responses().keySet();
              assertThat(statuses).as("%s", operation).contains("401", "403", "429", "500", "503");
              assertThat(statuses).filteredOn(status -> status.startsWith("2")).hasSize(1);
              if (operation.hasBody()) {
                assertThat(statuses).as("%s", operation).contains("400", "413");
              }
              if (operation.parameters().stream()
                  .anyMatch(p -> p.at("/in").asText().equals("query"))) {
                assertThat(statuses).as("%s", operation).contains("400");
              }
            });
  }

  @Test
  void showsEveryAnswerWithExampleAndRequestId() {
    document
        .operations()
        .forEach(
            operation ->
                operation
                    .responses()
                    .forEach(
                        (status, response) -> checkAnswer(operation + " " + status, response)));
  }

  private void checkAnswer(String answer, JsonNode response) {
    assertThat(response.path("description").asText()).as(answer).isNotBlank();
    assertThat(response.path("headers").has("X-Request-Id")).as(answer).isTrue();
    JsonNode content = DocumentedOperation.content(response);
    JsonNode schema = content.path("schema");
    if (content.has("examples")) {
      members(content.path("examples"))
          .forEach((name, example) -> schemas.assertValid(answer, schema, example.path("value")));
    } else {
      schemas.assertValid("composed example of " + answer, schema, exampleOf(schema));
    }
  }

  @Test
  void showsEveryWebhookWithAnExample() {
    assertThat(document.webhooks())
        .isNotEmpty()
        .allSatisfy(
            webhook ->
                schemas.assertValid(
                    webhook.id(), webhook.bodySchema(), exampleOf(webhook.bodySchema())));
  }

  /**
   * The example that a viewer composes of the properties where a schema has no example of its own.
   */
  private JsonNode exampleOf(JsonNode schema) {
    JsonNode resolved = document.resolve(schema);
    if (resolved.has("oneOf")) {
      return exampleOf(resolved.path("oneOf").get(0));
    }
    if (resolved.has("properties")) {
      ObjectNode object = ContractDocument.JSON.createObjectNode();
      members(resolved.path("properties"))
          .forEach((name, property) -> object.set(name, exampleOf(property)));
      return object;
    }
    if (resolved.path("type").asText().equals("array")) {
      return ContractDocument.JSON.createArrayNode().add(exampleOf(resolved.path("items")));
    }
    return Stream.of(schema, resolved)
        .flatMap(s -> Stream.of(s.path("examples").path(0), s.path("enum").path(0)))
        .filter(value -> !value.isMissingNode())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no example: " + schema));
  }

  @Test
  void describesEveryPropertyWithAnExample() {
    Map<String, String> incomplete = new TreeMap<>();
    document
        .components("schemas")
        .forEach(
            (name, schema) ->
                members(schema.path("properties"))
                    .forEach(
                        (field, property) ->
                            shortcomingOf(property)
                                .ifPresent(
                                    shortcoming ->
                                        incomplete.put(name + "." + field, shortcoming))));
    assertThat(incomplete).isEmpty();
  }

  private Optional<String> shortcomingOf(JsonNode property) {
    if (property.path("description").asText().isBlank()) {
      return Optional.of("has no description");
    }
    for (JsonNode example : property.path("examples")) {
      schemas.assertValid("example", property, example);
    }
    boolean shown = property.has("examples") || property.has("enum") || property.has("items");
    return shown || property.has("$ref") ? Optional.empty() : Optional.of("has no example");
  }

  @Test
  void describesEveryParameter() {
    assertThat(operationsAndWebhooks().flatMap(operation -> operation.parameters().stream()))
        .allSatisfy(
            parameter -> {
              String name = parameter.path("name").asText();
              assertThat(parameter.path("description").asText()).as(name).isNotBlank();
              assertThat(parameter.path("schema").has("type")).as(name).isTrue();
              assertThat(parameter.has("example") || !parameter.path("required").asBoolean())
                  .as("%s has an example", name)
                  .isTrue();
              if (parameter.has("example")) {
                schemas.assertValid(name, parameter.path("schema"), parameter.path("example"));
              }
            });
  }

  @Test
  void everySchemaListsItsRequiredFields() {
    assertThat(document.components("schemas"))
        .allSatisfy(
            (name, schema) -> {
              if (schema.has("properties")) {
                assertThat(schema.path("required")).as("required of %s", name).isNotEmpty();
              }
            });
  }

  @Test
  void linksFillExistingParameters() {
    Map<String, List<String>> parameters =
        document.operations().stream()
            .collect(
                Collectors.toMap(
                    DocumentedOperation::id,
                    operation ->
                        operation.parameters().stream()
                            .map(p -> p.path("name").asText())
                            .toList()));
    List<JsonNode> links =
        document.operations().stream()
            .flatMap(operation -> operation.responses().values().stream())
            .flatMap(response -> members(response.path("links")).values().stream())
            .toList();

    assertThat(links)
        .allSatisfy(
            link ->
                assertThat(parameters.get(link.path("operationId").asText()))
                    .containsAll(members(link.path("parameters")).keySet()));
  }

  @Test
  void hasNoBrokenReferenceAndNoUnusedComponent() {
    Set<String> refs = new TreeSet<>();
    document.root().findValues("$ref").forEach(ref -> refs.add(ref.asText()));
    assertThat(refs)
        .allSatisfy(
            ref -> assertThat(document.root().at(ref.substring(1)).isMissingNode()).isFalse());
    for (String kind : List.of("schemas", "responses", "headers", "parameters")) {
      assertThat(document.components(kind).keySet())
          .allSatisfy(name -> assertThat(refs).contains("#/components/" + kind + "/" + name));
    }
  }

  private Stream<DocumentedOperation> operationsAndWebhooks() {
    return Stream.concat(document.operations().stream(), document.webhooks().stream());
  }
}
