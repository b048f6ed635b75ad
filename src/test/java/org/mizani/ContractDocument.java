package org.mizani;

import static org.mizani.support.Request.given;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.mizani.support.ServicePort;

/** The OpenAPI document as the running service hands it out. */
record ContractDocument(JsonNode root) {

  static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
  // Tokens first, then creations, then reads.
  private static final Comparator<DocumentedOperation> ORDER =
      Comparator.comparing(DocumentedOperation::isOpen)
          .reversed()
          .thenComparing(operation -> operation.method().equals("GET"));

  /** Reads the partners' document. */
  static ContractDocument read() {
    return read(ServicePort.number(), "/q/openapi?format=json");
  }

  /** Reads the operators' document. */
  static ContractDocument readOperators() {
    return readOperators(ServicePort.number());
  }

  /** Reads the operators' document at a port of their own. */
  static ContractDocument readOperators(int port) {
    return read(port, "/operator/openapi?format=json");
  }

  private static ContractDocument read(int port, String path) {
    return new ContractDocument(parse(given().port(port).get(path).asString()));
  }

  static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + json, e);
    }
  }

  /**
   * All operations in an order in which each example finds its objects: tokens, creations, reads.
   */
  List<DocumentedOperation> operations() {
    List<DocumentedOperation> operations = new ArrayList<>();
    members(root.path("paths"))
        .forEach((path, item) -> operations.addAll(operationsOf(path, item)));
    operations.sort(ORDER);
    return operations;
  }

  /** The operations that receivers of webhooks offer, the path being the webhook's name. */
  List<DocumentedOperation> webhooks() {
    List<DocumentedOperation> webhooks = new ArrayList<>();
    members(root.path("webhooks"))
        .forEach((name, item) -> webhooks.addAll(operationsOf(name, item)));
    return webhooks;
  }

  private List<DocumentedOperation> operationsOf(String path, JsonNode item) {
    return members(item).entrySet().stream()
        .filter(member -> METHODS.contains(member.getKey()))
        .map(
            member ->
                new DocumentedOperation(
                    member.getKey().toUpperCase(Locale.ROOT), path, member.getValue(), this))
        .toList();
  }

  /** The node that a reference leads to; a node that is no reference, itself. */
  JsonNode resolve(JsonNode node) {
    String ref = node.path("$ref").asText();
    return ref.isEmpty() ? node : root.at(ref.substring(1));
  }

  /** The components of a kind, such as {@code schemas}. */
  Map<String, JsonNode> components(String kind) {
    return members(root.path("components").path(kind));
  }

  static Map<String, JsonNode> members(JsonNode object) {
    Map<String, JsonNode> members = new LinkedHashMap<>();
    object.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
    return members;
  }

  static List<JsonNode> elements(JsonNode array) {
    List<JsonNode> elements = new ArrayList<>();
    array.elements().forEachRemaining(elements::add);
    return elements;
  }
}
