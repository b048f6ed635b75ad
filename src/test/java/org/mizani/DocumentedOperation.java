package org.mizani;

import static org.mizani.ContractDocument.elements;
import static org.mizani.ContractDocument.members;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** One operation of the OpenAPI document. */
record DocumentedOperation(String method, String path, JsonNode node, ContractDocument document) {

  private static final String JSON = "application/json";

  /** Verb and path, such as {@code GET /business/balance}. */
  String route() {
    return method + " " + path;
  }

  String id() {
    return node.path("operationId").asText();
  }

  /** Whether it is documented as open, that is without a token. */
  boolean isOpen() {
    return node.has("security") && node.path("security").isEmpty();
  }

  /** The scope that it wants of an API key. */
  String scope() {
    return node.path("security").path(0).path("token").path(0).asText();
  }

  boolean hasBody() {
    return node.has("requestBody");
  }

  JsonNode bodySchema() {
    return node.path("requestBody").path("content").path(JSON).path("schema");
  }

  /** The properties of its body by name, references followed. */
  Map<String, JsonNode> bodyProperties() {
    Map<String, JsonNode> properties = members(document.resolve(bodySchema()).path("properties"));
    properties.replaceAll((name, property) -> document.resolve(property));
    return properties;
  }

  List<JsonNode> parameters() {
    return elements(node.path("parameters")).stream().map(document::resolve).toList();
  }

  /** Its answers by status, references followed. */
  Map<String, JsonNode> responses() {
    Map<String, JsonNode> responses = members(node.path("responses"));
    responses.replaceAll((status, response) -> document.resolve(response));
    return responses;
  }

  /** The name of the shared answer that a status refers to; empty for an answer of its own. */
  Optional<String> responseName(String status) {
    String ref = node.path("responses").path(status).path("$ref").asText();
    return ref.isEmpty() ? Optional.empty() : Optional.of(ref.substring(ref.lastIndexOf('/') + 1));
  }

  String success() {
    return node.path("responses").properties().stream()
        .map(Map.Entry::getKey)
        .filter(status -> status.startsWith("2"))
        .findFirst()
        .orElseThrow();
  }

  static JsonNode content(JsonNode response) {
    return response.path("content").path(JSON);
  }

  /**
   * The calls of its examples: one for each example of a body; without a body one with the required
   * parameters alone, and one with all parameters that have an example.
   */
  List<DocumentedCall> examples() {
    if (!hasBody()) {
      return List.of(
          new DocumentedCall(this, "required", exampleOf(p -> p.path("required").asBoolean()), ""),
          new DocumentedCall(this, "all", exampleOf(parameter -> true), ""));
    }
    List<DocumentedCall> calls = new ArrayList<>();
    members(node.path("requestBody").path("content").path(JSON).path("examples"))
        .forEach(
            (name, example) ->
                calls.add(
                    new DocumentedCall(
                        this,
                        name,
                        exampleOf(parameter -> true),
                        document.resolve(example).path("value").toString())));
    return calls;
  }

  /** The first example of its body, or the call with all parameters. */
  DocumentedCall example() {
    List<DocumentedCall> examples = examples();
    if (examples.isEmpty()) {
      throw new AssertionError("no example of " + this);
    }
    return examples.get(hasBody() ? 0 : examples.size() - 1);
  }

  private Map<String, String> exampleOf(Predicate<JsonNode> wanted) {
    Map<String, String> values = new LinkedHashMap<>();
    parameters().stream()
        .filter(wanted)
        .filter(parameter -> parameter.has("example"))
        .forEach(p -> values.put(p.path("name").asText(), p.path("example").asText()));
    return values;
  }

  @Override
  public String toString() {
    return id();
  }
}
