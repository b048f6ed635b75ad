package org.mizani.support;

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
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Metrics that the service publishes, as Prometheus names them: our own, which the code registers,
 * and those of the framework that {@code docs/operations.md} names.
 */
public final class PublishedMetrics {

  private static final Path PAGE = Path.of("docs/operations.md");
  private static final Pattern FRAMEWORK_ROW =
      Pattern.compile("(?m)^\\| `((?:http|jvm|process|sql)_\\w+)` \\| (gauge|counter|timer) \\|");
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Pattern BUILT =
      Pattern.compile(
          "(?s)(Gauge|Counter|Timer|DistributionSummary)\\s*\\.builder\\(\\s*\"(payments\\.[^\"]+)\""
              + "(.*?)\\.register\\(");
  private static final Pattern AT_ONCE =
      Pattern.compile("\\.(gauge|counter|timer|summary)\\(\\s*\"(payments\\.[^\"]+)\"()");
  private static final Pattern UNIT = Pattern.compile("\\.baseUnit\\(\"(\\w+)\"\\)");
  private static final Map<String, String> ENDINGS =
      Map.of("counter", "_total", "timer", "_seconds");

  private PublishedMetrics() {}

  /** Kind of each metric of our own: {@code counter}, {@code gauge} or {@code timer}. */
  public static Map<String, String> own() {
    Map<String, String> kinds = new TreeMap<>();
    texts()
        .flatMap(text -> Stream.of(BUILT, AT_ONCE).flatMap(form -> found(form, text).stream()))
        .forEach(metric -> kinds.put(exported(metric), metric.group(1).toLowerCase(Locale.ROOT)));
    return kinds;
  }

  /** Kind of each metric of the framework that the page names. */
  public static Map<String, String> ofTheFramework() {
    Map<String, String> kinds = new TreeMap<>();
    found(FRAMEWORK_ROW, text(PAGE)).forEach(row -> kinds.put(row.group(1), row.group(2)));
    return kinds;
  }

  /** Names of all series of these metrics: a timer has several. */
  public static Set<String> series(Map<String, String> kinds) {
    return kinds.entrySet().stream()
        .flatMap(
            metric ->
                metric.getValue().equals("timer")
                    ? Stream.of("_count", "_sum", "_max", "_bucket")
                        .map(ending -> metric.getKey() + ending)
                    : Stream.of(metric.getKey()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The code of the service. */
  public static String sources() {
    return texts().collect(Collectors.joining());
  }

  private static Stream<String> texts() {
    try (Stream<Path> sources = Files.walk(SOURCES)) {
      return sources
          .filter(source -> source.toString().endsWith(".java"))
          .map(PublishedMetrics::text)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
