package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
      Pattern.compile("(?m)^\\| `(payments_\\w+)` \\| (gauge|counter) \\| .*\\S.* \\|$");

  @Test
  void everyMetricIsDocumentedWithItsKindAndNoOther() throws IOException {
    Map<String, String> documented = new TreeMap<>();
    ROW.matcher(Files.readString(Path.of("docs/operations.md")))
        .results()
        .forEach(row -> assertThat(documented.put(row.group(1), row.group(2))).isNull());

    assertThat(documented).isEqualTo(registered());
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

  /** As Prometheus reads it: with its unit, and the ending that counters have. */
  private static String exported(MatchResult metric) {
    Optional<String> unit =
        UNIT.matcher(metric.group(3)).results().map(found -> "_" + found.group(1)).findFirst();
    String ending = metric.group(1).equalsIgnoreCase("counter") ? "_total" : "";
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
