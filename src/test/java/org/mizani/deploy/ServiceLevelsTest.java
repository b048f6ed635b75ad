package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.mizani.support.PublishedMetrics;

/** Service levels: their alerts have a runbook, and read series that there are. */
class ServiceLevelsTest {

  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
  private static final String PAGE = "docs/operations.md";

  @Test
  void eachAlertHasASectionOfTheRunbook() throws IOException {
    Set<String> sections =
        HEADING
            .matcher(Files.readString(Path.of(PAGE)))
            .results()
            .map(heading -> heading.group(1).toLowerCase(Locale.ROOT).replace(' ', '-'))
            .map(section -> PAGE + "#" + section)
            .collect(Collectors.toSet());

    assertThat(ServiceLevelRules.alerts())
        .hasSize(4)
        .extracting(alert -> alert.at("/annotations/runbook").asText())
        .allMatch(sections::contains);
  }

  @Test
  void alertsAreFastAndSlowForEachLevel() throws IOException {
    assertThat(ServiceLevelRules.alerts())
        .allSatisfy(
            alert -> {
              boolean fast = Dashboard.text(alert, "alert").endsWith("Fast");
              assertThat(expression(alert))
                  .contains(fast ? ":rate1h / " : ":rate6h / ", fast ? "> 14.4 * 0.0" : "> 6 * 0.0")
                  .contains(fast ? ":rate5m / " : ":rate30m / ");
              assertThat(alert.at("/labels/severity").asText())
                  .isEqualTo(fast ? "critical" : "warning");
            });
  }

  @Test
  void readsSeriesThatThereAre() throws IOException {
    Set<String> published =
        new HashSet<>(PublishedMetrics.series(PublishedMetrics.ofTheFramework()));
    published.addAll(ServiceLevelRules.recorded());

    assertThat(ServiceLevelRules.expressions())
        .isNotEmpty()
        .allSatisfy(read -> assertThat(published).containsAll(read.series()));
  }

  private static String expression(JsonNode rule) {
    return Dashboard.text(rule, "expr");
  }
}
