package org.mizani.deploy;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules of Prometheus in {@code k8s/}, by its own {@code promtool}. */
class AlertRulesTest {

  private static final YAMLMapper YAML = new YAMLMapper();

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "k8s/base/alerts.yaml,               alerts-test.yaml",
    "k8s/monitoring/service-levels.yaml, service-levels-test.yaml"
  })
  void eachAlertFiresBeyondItsThresholdAndIsSilentAtIt(Path rules, String tests) throws Exception {
    YAML.writeValue(directory.resolve("rules.yaml").toFile(), read(rules));
    Path copied = Files.copy(resource(tests), directory.resolve("tests.yaml"));

    Promtool.succeeds(directory, "test", "rules", copied.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "k8s/base/alerts.yaml,               alerts-test.yaml",
    "k8s/monitoring/service-levels.yaml, service-levels-test.yaml"
  })
  void eachAlertIsTestedFiringAndSilent(Path rules, String file) throws IOException {
    Set<String> alerts = new HashSet<>(read(rules).findValuesAsText("alert"));
    JsonNode tests = YAML.readTree(resource(file).toFile());

    assertThat(tested(tests, false)).isNotEmpty().containsExactlyInAnyOrderElementsOf(alerts);
    assertThat(tested(tests, true)).containsExactlyInAnyOrderElementsOf(alerts);
  }

  private static Set<String> tested(JsonNode tests, boolean silent) {
    return tests.findValues("alert_rule_test").stream()
        .flatMap(list -> StreamSupport.stream(list.spliterator(), false))
        .filter(one -> one.get("exp_alerts").isEmpty() == silent)
        .map(one -> one.get("alertname").textValue())
        .collect(toSet());
  }

  private static JsonNode read(Path rules) throws IOException {
    return YAML.readTree(rules.toFile()).get("spec");
  }

  private static Path resource(String file) {
    return Path.of("src/test/resources", file);
  }
}
