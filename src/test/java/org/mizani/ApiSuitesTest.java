package org.mizani;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Division of the {@code *ApiTest} classes into suites: all tests of a profile are in one suite, so
 * that each profile is started once.
 */
class ApiSuitesTest {

  private static final Path TESTS = Path.of("src/test/java");

  /** The most profiles beside the default one. */
  private static final int MOST_PROFILES = 13;

  private static final Pattern PROFILE = Pattern.compile("@TestProfile\\(([\\w.]+)\\.class\\)");

  private static final Map<String, String> SUITES =
      Map.of(
          "connected", ApiConnectedSuite.NAMES,
          "faulty", ApiFaultySuite.NAMES,
          "halted", ApiHaltedSuite.NAMES,
          "quick", ApiQuickSuite.NAMES);

  @Test
  void testsOfOneProfileAreInOneSuite() throws IOException {
    Map<String, Set<List<String>>> suitesOfProfiles =
        apiTests().entrySet().stream()
            .filter(test -> profileOf(test.getValue()).isPresent())
            .collect(
                groupingBy(
                    test -> profileOf(test.getValue()).orElseThrow(),
                    mapping(test -> suitesOf(test.getKey()), toSet())));

    assertThat(suitesOfProfiles)
        .as("each costs ten seconds")
        .hasSizeLessThanOrEqualTo(MOST_PROFILES)
        .allSatisfy(
            (profile, suites) ->
                assertThat(suites)
                    .as(profile)
                    .hasSize(1)
                    .allSatisfy(names -> assertThat(names).hasSize(1)));
  }

  @Test
  void testsOfTheDefaultProfileAreInTheRemainder() throws IOException {
    assertThat(apiTests())
        .allSatisfy(
            (name, code) -> {
              if (profileOf(code).isEmpty()) {
                assertThat(suitesOf(name)).as(name).isEmpty();
              }
            });
  }

  private static List<String> suitesOf(String test) {
    return SUITES.entrySet().stream()
        .filter(suite -> test.matches(suite.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Optional<String> profileOf(String code) {
    Matcher profile = PROFILE.matcher(code);
    return profile.find() ? Optional.of(profile.group(1)) : Optional.empty();
  }

  /** Source code by class name. */
  private static Map<String, String> apiTests() throws IOException {
    try (Stream<Path> files = Files.walk(TESTS)) {
      return files
          .filter(file -> file.toString().endsWith("ApiTest.java"))
          .collect(toMap(ApiSuitesTest::className, ApiSuitesTest::read));
    }
  }

  private static String className(Path file) {
    return TESTS.relativize(file).toString().replace(".java", "").replace('/', '.');
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
