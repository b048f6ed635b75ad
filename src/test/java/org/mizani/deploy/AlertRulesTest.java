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
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;

/** Alerts of {@code k8s/base/alerts.yaml}, by Prometheus's own {@code promtool}. */
class AlertRulesTest {

  private static final Path TESTS = Path.of("src/test/resources/alerts-test.yaml");
  private static final YAMLMapper YAML = new YAMLMapper();

  @TempDir Path directory;

  @Test
  void eachAlertFiresBeyondItsThresholdAndIsSilentAtIt() throws Exception {
    YAML.writeValue(directory.resolve("rules.yaml").toFile(), rules());
    Path tests = Files.copy(TESTS, directory.resolve("tests.yaml"));

    Path output = directory.resolve("output");
    Process promtool = promtool(output, "test", "rules", tests.toString());

    assertThat(promtool.waitFor(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(promtool.exitValue()).as(Files.readString(output)).isZero();
  }

  @Test
  void eachAlertIsTestedFiringAndSilent() throws IOException {
    Set<String> alerts = new HashSet<>(rules().findValuesAsText("alert"));
    JsonNode tests = YAML.readTree(TESTS.toFile());

    assertThat(tested(tests, false)).containsExactlyInAnyOrderElementsOf(alerts);
    assertThat(tested(tests, true)).containsExactlyInAnyOrderElementsOf(alerts);
  }

  private static Set<String> tested(JsonNode tests, boolean silent) {
    return tests.findValues("alert_rule_test").stream()
        .flatMap(list -> StreamSupport.stream(list.spliterator(), false))
        .filter(one -> one.get("exp_alerts").isEmpty() == silent)
        .map(one -> one.get("alertname").textValue())
        .collect(toSet());
  }

  private static JsonNode rules() throws IOException {
    return YAML.readTree(Path.of("k8s/base/alerts.yaml").toFile()).get("spec");
  }

  private static Process promtool(Path output, String... arguments) throws IOException {
    String[] command = new String[arguments.length + 1];
    command[0] = "promtool";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(output.toFile())
          .start();
    } catch (IOException e) {
      String reason = "THE ALERTS ARE NOT TESTED: this machine has no promtool";
      System.err.println(reason);
      return Assumptions.abort(reason);
    }
  }
}
