package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Names on the operators' wire: paths, parameters, fields, and the values of closed sets. A change
 * of a name also changes the list and is told in the changelog, because operators' programs read
 * it.
 */
class OperatorWireTest {

  private static final Path DOCUMENT = Path.of("src/main/resources/openapi/operators.yaml");
  private static final Path NAMES = Path.of("src/test/resources/operators-wire.txt");

  @Test
  void hasTheNamesOfTheListAndNoOthers() throws IOException {
    JsonNode document = new YAMLMapper().readTree(DOCUMENT.toFile());
    Set<String> names = new TreeSet<>();
    document.path("paths").fieldNames().forEachRemaining(path -> names.add("path " + path));
    collect(document, names);

    assertThat(Files.readAllLines(NAMES)).containsExactlyElementsOf(names);
  }

  private static void collect(JsonNode node, Set<String> names) {
    if (node.has("in") && node.path("name").isTextual()) {
      names.add("parameter " + node.path("name").textValue());
    }
    node.path("properties").fieldNames().forEachRemaining(field -> names.add("field " + field));
    node.path("enum").forEach(value -> names.add("value " + value.asText()));
    node.forEach(child -> collect(child, names));
  }
}
