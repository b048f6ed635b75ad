package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.mizani.support.Response;

/**
 * Validates JSON against the document's schemas, which are those of JSON Schema 2020-12. They are
 * closed here: a field that a schema does not have is an error. (For callers they are open, because
 * fields may be added.)
 */
final class DocumentedSchemas {

  private static final String CSV = "text/csv";
  private static final JsonSchemaFactory FACTORY =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
  private static final SchemaValidatorsConfig CONFIG =
      SchemaValidatorsConfig.builder().formatAssertionsEnabled(true).build();
  private static final String COMPONENTS = "#/components/schemas/";
  // Headers of HTTP itself.
  private static final Set<String> OF_HTTP =
      Set.of(
          "content-type",
          "cache-control",
          "transfer-encoding",
          "content-security-policy",
          "referrer-policy",
          "x-content-type-options",
          "content-length",
          "connection",
          "allow",
          "host",
          "user-agent");

  private final ContractDocument document;
  private final JsonNode definitions;

  DocumentedSchemas(ContractDocument document) {
    this.document = document;
    this.definitions = closed(document.root().path("components").path("schemas").deepCopy());
  }

  private static JsonNode closed(JsonNode definitions) {
    definitions.forEach(
        schema -> {
          if (schema.has("properties")) {
            ((ObjectNode) schema).put("additionalProperties", false);
          }
        });
    return definitions;
  }

  void assertValid(String subject, JsonNode schema, JsonNode instance) {
    assertThat(schema.isObject()).as("%s has a schema", subject).isTrue();
    ObjectNode whole = ((ObjectNode) schema).deepCopy();
    whole.set("$defs", definitions);
    JsonNode standalone = ContractDocument.parse(whole.toString().replace(COMPONENTS, "#/$defs/"));
    assertThat(FACTORY.getSchema(standalone, CONFIG).validate(instance))
        .as("%s: %s", subject, instance)
        .isEmpty();
  }

  /**
   * Asserts that an answer has the media type, body and headers that are documented for its status.
   */
  void assertDocumented(DocumentedOperation operation, Response answer) {
    String status = Integer.toString(answer.statusCode());
    String subject = operation + " " + status;
    JsonNode documented = operation.responses().get(status);
    assertThat(documented).as("%s %s", subject, answer.asString()).isNotNull();
    JsonNode table = documented.path("content").path(CSV);
    JsonNode json = DocumentedOperation.content(documented);
    if (json.isMissingNode() && table.isObject()) {
      assertThat(answer.contentType()).as(subject).startsWith(CSV);
      assertValid(subject, table.path("schema"), TextNode.valueOf(answer.asString()));
    } else {
      assertThat(answer.contentType()).as(subject).startsWith("application/json");
      assertValid(subject, json.path("schema"), ContractDocument.parse(answer.asString()));
    }
    assertHeaders(subject, documented, answer);
  }

  /**
   * Asserts that a webhook has the documented headers, and no others beside those of HTTP itself.
   */
  void assertDocumentedHeaders(DocumentedOperation webhook, Map<String, String> headers) {
    Map<String, String> ours = new TreeMap<>(headers);
    ours.keySet().removeAll(OF_HTTP);
    for (JsonNode parameter : webhook.parameters()) {
      String name = parameter.path("name").asText().toLowerCase(Locale.ROOT);
      String value = ours.remove(name);
      if (value == null) {
        assertThat(parameter.path("required").asBoolean()).as("%s is missing", name).isFalse();
      } else {
        assertValid(name, parameter.path("schema"), TextNode.valueOf(value));
      }
    }
    assertThat(ours).as("headers that %s does not document", webhook).isEmpty();
  }

  private void assertHeaders(String subject, JsonNode documented, Response answer) {
    Set<String> expected =
        documented.path("headers").properties().stream()
            .map(header -> header.getKey().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    Set<String> required =
        documented.path("headers").properties().stream()
            .filter(header -> document.resolve(header.getValue()).path("required").asBoolean())
            .map(header -> header.getKey().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    Set<String> seen =
        answer.headers().map().keySet().stream()
            .map(header -> header.toLowerCase(Locale.ROOT))
            .filter(header -> !OF_HTTP.contains(header))
            .collect(Collectors.toSet());
    assertThat(expected).as("headers of %s", subject).containsAll(seen);
    assertThat(seen).as("headers of %s", subject).containsAll(required);
  }
}
