package org.mizani;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Metrics of {@code docs/operations.md}: those that the code registers, as Prometheus names them,
 * and no others. A name that changes breaks somebody's alerts.
 */
class MetricsTest {

  private static final Pattern BUILT =
      Pattern.compile(
          "(?s)(Gauge|Counter|Timer|DistributionSummary)\\s*\\.builder\\(\\s*\"(payments\\.[^\"]+)\""
              + "(.*?)\\.register\\(");
  private static final Pattern AT_ONCE =
      Pattern.compile("\\.(gauge|counter|timer|summary)\\(\\s*\"(payments\\.[^\"]+)\"()");
  private static final Pattern UNIT = Pattern.compile("\\.baseUnit\\(\"(\\w+)\"\\)");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(payments_\\w+)` \\| (gauge|counter|timer) \\| .*\\S.* \\|$");

  private static final Pattern ALERT = Pattern.compile("(?m)^ *- alert: (\\w+)$");
  private static final Pattern ALERT_ROW = Pattern.compile("(?m)^\\| `(Payments\\w+)` \\| ");
  private static final Pattern READ = Pattern.compile("\\b(payments_\\w+)");
  private static final Pattern NAMED = Pattern.compile("\\{name!?~\"([^\"]+)\"}");
  private static final Map<String, String> ENDINGS =
      Map.of("counter", "_total", "timer", "_seconds");
  private static final Pattern BAR = Pattern.compile("\\|");
  private static final Pattern JOB = Pattern.compile("new JobHealth\\(LOG, \"([^\"]+)\"\\)");

  /** Gauges without an alert, each with the gauge whose alert tells of the same work. */
  private static final Map<String, String> TOLD_BY =
      Map.of(
          "payments_approval_waiting", "payments_approval_oldest_seconds",
          "payments_database_replica_lag_seconds", "payments_database_replica_used",
          "payments_rail_float", "payments_rail_float_below",
          "payments_rail_window", "payments_rail_breaker");

  @Test
  void everyMetricIsDocumentedWithItsKindAndNoOther() throws IOException {
    Map<String, String> documented = new TreeMap<>();
    ROW.matcher(Files.readString(Path.of("docs/operations.md")))
        .results()
        .forEach(row -> assertThat(documented.put(row.group(1), row.group(2))).isNull());

    assertThat(documented).isEqualTo(registered());
  }

  @Test
  void everyAlertIsDocumentedAndReadsMetricsAndJobsThatThereAre() throws IOException {
    String alerts = Files.readString(Path.of("k8s/base/alerts.yaml"));
    String pages = Files.readString(Path.of("docs/operations.md"));

    assertThat(all(ALERT, alerts)).isNotEmpty().isEqualTo(all(ALERT_ROW, pages));
    assertThat(registered().keySet()).containsAll(all(READ, alerts));
    assertThat(all(JOB, sources()))
        .containsAll(all(NAMED, alerts).stream().flatMap(BAR::splitAsStream).toList());
  }

  @Test
  void eachGaugeHasAnAlertOrIsToldByOneThatHas() throws IOException {
    Set<String> alerted = all(READ, Files.readString(Path.of("k8s/base/alerts.yaml")));
    Set<String> others =
        registered().entrySet().stream()
            .filter(metric -> metric.getValue().equals("gauge"))
            .map(Map.Entry::getKey)
            .filter(gauge -> !alerted.contains(gauge))
            .collect(toSet());

    assertThat(others).isEqualTo(TOLD_BY.keySet());
    assertThat(alerted).containsAll(TOLD_BY.values());
  }

  private static Set<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).collect(toSet());
  }

  private static String sources() throws IOException {
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      return sources
          .filter(source -> source.toString().endsWith(".java"))
          .map(MetricsTest::text)
          .collect(joining());
    }
  }

  private static Map<String, String> registered() throws IOException {
    Map<String, String> registered = new TreeMap<>();
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      sources
          .filter(source -> source.toString().endsWith(".java"))
          .map(MetricsTest::text)
          .flatMap(text -> Stream.of(BUILT, AT_ONCE).flatMap(form -> found(form, text).stream()))
          .forEach(
              metric -> registered.put(exported(metric), metric.group(1).toLowerCase(Locale.ROOT)));
    }
    return registered;
  }

  private static List<MatchResult> found(Pattern form, String text) {
    return form.matcher(text).results().toList();
  }

  /** As Prometheus reads it: with its unit, and the ending of its kind. */
  private static String exported(MatchResult metric) {
    Optional<String> unit =
        UNIT.matcher(metric.group(3)).results().map(found -> "_" + found.group(1)).findFirst();
    String ending = ENDINGS.getOrDefault(metric.group(1).toLowerCase(Locale.ROOT), "");
    return metric.group(2).replace('.', '_') + unit.orElse("") + ending;
  }

  private static String text(Path source) {
    try {
      return Files.readString(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
