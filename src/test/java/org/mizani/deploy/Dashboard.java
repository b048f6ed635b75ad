package org.mizani.deploy;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A dashboard of Grafana in {@code k8s/monitoring/dashboards}. */
record Dashboard(String file, String text, JsonNode model) {

  private static final Path FOLDER = Path.of("k8s/monitoring/dashboards");
  private static final Pattern OF_VALUES = Pattern.compile("label_values\\((.*), \\w+\\)");
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  static List<Dashboard> all() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.sorted().map(Dashboard::read).toList();
    }
  }

  private static Dashboard read(Path file) {
    try {
      String text = Files.readString(file);
      return new Dashboard(file.getFileName().toString(), text, MAPPER.readTree(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its panels and the rows that they stand in. */
  List<JsonNode> panelsAndRows() {
    return elements(model.get("panels"));
  }

  /** Its panels without the rows. */
  List<JsonNode> panels() {
    return panelsAndRows().stream().filter(panel -> !text(panel, "type").equals("row")).toList();
  }

  /** Its variables but that of the source of data. */
  List<JsonNode> variables() {
    return elements(model.at("/templating/list")).stream()
        .filter(variable -> !text(variable, "type").equals("datasource"))
        .toList();
  }

  /** Expressions of its panels and variables. */
  List<PromExpression> expressions() {
    return Stream.concat(
            panels().stream()
                .flatMap(panel -> elements(panel.get("targets")).stream())
                .map(target -> text(target, "expr")),
            variables().stream()
                .map(variable -> OF_VALUES.matcher(text(variable, "definition")).replaceAll("$1")))
        .map(PromExpression::new)
        .toList();
  }

  static List<JsonNode> elements(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).toList();
  }

  static String text(JsonNode node, String field) {
    return node.path(field).asText();
  }

  @Override
  public String toString() {
    return file;
  }
}
