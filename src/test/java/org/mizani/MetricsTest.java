package org.mizani;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.mizani.support.PublishedMetrics;

/**
 * Metrics of {@code docs/operations.md}: those that the code registers, as Prometheus names them,
 * and no others. A name that changes breaks alerts elsewhere.
 */
class MetricsTest {

  private static final Path ALERTS = Path.of("k8s/base/alerts.yaml");
  private static final Path SERVICE_LEVELS = Path.of("k8s/monitoring/service-levels.yaml");
  private static final Path PAGE = Path.of("docs/operations.md");

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(payments_\\w+)` \\| (gauge|counter|timer) \\| .*\\S.* \\|$");

  private static final Pattern ALERT = Pattern.compile("(?m)^ *- alert: (\\w+)$");
  private static final Pattern ALERT_ROW = Pattern.compile("(?m)^\\| `(Payments\\w+)` \\| ");
  private static final Pattern READ = Pattern.compile("\\b(payments_\\w+)");
  private static final Pattern NAMED = Pattern.compile("\\{name!?~\"([^\"]+)\"}");
  private static final Pattern BAR = Pattern.compile("\\|");
  private static final Pattern JOB = Pattern.compile("new JobHealth\\(LOG, \"([^\"]+)\"\\)");

  /** Gauges without an alert, each with the gauge whose alert tells of the same work. */
  private static final Map<String, String> TOLD_BY =
      Map.of(
          "payments_approval_waiting", "payments_approval_oldest_seconds",
          "payments_database_replica_lag_seconds", "payments_database_replica_used",
          "payments_payout_pending", "payments_payout_overdue",
          "payments_rail_float", "payments_rail_float_below",
          "payments_rail_window", "payments_rail_breaker",
          "payments_wallet_held", "payments_payout_overdue");

  @Test
  void everyMetricIsDocumentedWithItsKindAndNoOther() throws IOException {
    Map<String, String> documented = new TreeMap<>();
    ROW.matcher(Files.readString(PAGE))
        .results()
        .forEach(row -> assertThat(documented.put(row.group(1), row.group(2))).isNull());

    assertThat(documented).isEqualTo(PublishedMetrics.own());
  }

  @Test
  void everyAlertIsDocumentedAndReadsMetricsAndJobsThatThereAre() throws IOException {
    String alerts = Files.readString(ALERTS);

    assertThat(all(ALERT, alerts + Files.readString(SERVICE_LEVELS)))
        .isNotEmpty()
        .isEqualTo(all(ALERT_ROW, Files.readString(PAGE)));
    assertThat(PublishedMetrics.own().keySet()).containsAll(all(READ, alerts));
    assertThat(all(JOB, PublishedMetrics.sources()))
        .containsAll(all(NAMED, alerts).stream().flatMap(BAR::splitAsStream).toList());
  }

  @Test
  void eachGaugeHasAnAlertOrIsToldByOneThatHas() throws IOException {
    Set<String> alerted = all(READ, Files.readString(ALERTS));
    Set<String> others =
        PublishedMetrics.own().entrySet().stream()
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
}
