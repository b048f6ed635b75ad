package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rules that keep a test's outcome independent of the machine's speed: tests never sleep, assert no
 * longest duration, and give up no earlier than a stalling machine needs.
 */
class SteadinessRulesTest {

  private static final Path TESTS = Path.of("src/test/java");
  private static final long SHORTEST_DEADLINE_MILLIS = 30_000;

  private static final Map<String, Pattern> FORBIDDEN =
      Map.of(
          "sleeps", Pattern.compile("\\b(Thread|MILLISECONDS|SECONDS)\\.sleep\\("),
          "ends by a stopwatch", Pattern.compile("\\bassertTimeout"),
          "asserts a longest duration",
              Pattern.compile(
                  "\\.(isLessThan|isLessThanOrEqualTo|isBetween|isCloseTo)\\(\\s*Duration\\."
                      + "|\\.isBetween\\([^;]*,\\s*Duration\\."));

  /** A deadline among the arguments of a waiting call, with its unit and amount. */
  private static final List<Pattern> DEADLINES =
      List.of(
          Pattern.compile(
              "\\b(?:atMost|within|failsWithin|succeedsWithin|completesWithin|orTimeout|timeout"
                  + "|connectTimeout|ifNoItem\\(\\)\\.after)\\(\\s*Duration\\.of(?<unit>\\w+)\\("
                  + "(?<amount>[\\d_]+)\\)"),
          Pattern.compile(
              "\\.(?:get|await|awaitTermination|waitFor|join|orTimeout|poll)\\(\\s*(?<amount>[\\d_]+),"
                  + "\\s*(?:TimeUnit\\.)?(?<unit>\\w+)\\)"));

  private static final Map<String, Long> MILLIS =
      Map.of(
          "nanos", 0L,
          "millis", 1L,
          "milliseconds", 1L,
          "seconds", 1_000L,
          "minutes", 60_000L,
          "hours", 3_600_000L);

  /** Files that the rules do not cover, with the reason. */
  private static final Map<String, String> ALLOWED =
      Map.of("SteadinessRulesTest.java", "has the rules' examples");

  @Test
  void noTestDependsOnTheSpeedOfTheMachine() throws IOException {
    try (Stream<Path> files = Files.walk(TESTS)) {
      assertThat(
              files
                  .filter(file -> file.toString().endsWith(".java"))
                  .filter(file -> !ALLOWED.containsKey(file.getFileName().toString()))
                  .flatMap(file -> offences(file.toString(), read(file)).stream()))
          .isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Thread.sleep(10);",
        "TimeUnit.SECONDS.sleep(1);",
        "assertTimeoutPreemptively(limit, run);",
        "assertThat(took).isLessThan(Duration.ofSeconds(4));",
        "assertThat(took).isBetween(\n Duration.ofMillis(1), Duration.ofMinutes(1));",
        "assertThat(took).isBetween(SHORTEST, Duration.ofMinutes(1));",
        "uni.await().atMost(Duration.ofSeconds(5));",
        "Eventually.within(Duration.ofMillis(500), claim);",
        "future.get(10, TimeUnit.SECONDS);",
        "latch.await(5, SECONDS);",
        "HttpClient.newBuilder().connectTimeout(\n    Duration.ofSeconds(5))"
      })
  void refusesCodeThatDependsOnSpeed(String code) {
    assertThat(offences("Some.java", code)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uni.await().atMost(PATIENCE);",
        "uni.await().atMost(Duration.ofMinutes(2));",
        "future.get(120, TimeUnit.SECONDS);",
        "assertThat(waited).isGreaterThanOrEqualTo(Duration.ofMillis(300));",
        "assertThat(config.timeout()).isEqualTo(Duration.ofSeconds(3));"
      })
  void allowsCodeWithLongDeadlines(String code) {
    assertThat(offences("Some.java", code)).isEmpty();
  }

  private static List<String> offences(String file, String code) {
    List<String> offences = new ArrayList<>();
    FORBIDDEN.forEach(
        (rule, pattern) -> {
          Matcher matcher = pattern.matcher(code);
          while (matcher.find()) {
            offences.add(place(file, code, matcher) + " " + rule + ": " + matcher.group());
          }
        });
    for (Pattern deadline : DEADLINES) {
      Matcher matcher = deadline.matcher(code);
      while (matcher.find()) {
        if (millisOf(matcher) < SHORTEST_DEADLINE_MILLIS) {
          offences.add(place(file, code, matcher) + " gives up early: " + matcher.group());
        }
      }
    }
    return offences;
  }

  private static long millisOf(Matcher deadline) {
    Long unit = MILLIS.get(deadline.group("unit").toLowerCase(java.util.Locale.ROOT));
    return unit == null
        ? Long.MAX_VALUE
        : unit * Long.parseLong(deadline.group("amount").replace("_", ""));
  }

  private static String place(String file, String code, Matcher matcher) {
    long line = code.substring(0, matcher.start()).lines().count();
    return file + ":" + Math.max(line, 1);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
