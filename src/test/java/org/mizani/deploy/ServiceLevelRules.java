package org.mizani.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Rules of {@code k8s/monitoring/service-levels.yaml}. */
final class ServiceLevelRules {

  private static final Path FILE = Path.of("k8s/monitoring/service-levels.yaml");

  private ServiceLevelRules() {}

  private static List<JsonNode> rules() throws IOException {
    return Dashboard.elements(new YAMLMapper().readTree(FILE.toFile()).at("/spec/groups/0/rules"));
  }

  /** Names of the series that they record. */
  static List<String> recorded() throws IOException {
    return rules().stream()
        .map(rule -> Dashboard.text(rule, "record"))
        .filter(name -> !name.isEmpty())
        .toList();
  }

  /** The rules that alert. */
  static List<JsonNode> alerts() throws IOException {
    return rules().stream().filter(rule -> rule.has("alert")).toList();
  }

  /** Expressions of all rules. */
  static List<PromExpression> expressions() throws IOException {
    return rules().stream().map(rule -> new PromExpression(Dashboard.text(rule, "expr"))).toList();
  }
}
