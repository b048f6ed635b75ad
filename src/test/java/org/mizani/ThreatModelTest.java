package org.mizani;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Proofs of the pages that claim security: each test, page and section that they name is there. */
class ThreatModelTest {

  private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+(?:Test|IT))(?:\\.(\\w+))?`");
  private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#]*)(?:#([^)]+))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
  private static final Pattern CELLS = Pattern.compile("\\| [STRIDE]( \\| [^| ][^|]+[^| ]){3} \\|");
  private static final Pattern THREAT = Pattern.compile("(?m)^\\| [STRIDE] \\| .+$");

  @ParameterizedTest
  @ValueSource(
      strings = {"docs/threat-model.md", "docs/adr/0041-findings-of-running-and-security.md"})
  void everyTestThatIsNamedIsThere(String page) throws IOException {
    Map<String, Path> tests = tests();
    List<MatchResult> named = NAMED.matcher(Files.readString(Path.of(page))).results().toList();

    assertThat(named).hasSizeGreaterThan(40);
    for (MatchResult one : named) {
      assertThat(tests).containsKey(one.group(1));
      if (one.group(2) != null) {
        assertThat(Files.readString(tests.get(one.group(1)))).contains(" " + one.group(2) + "(");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"docs/threat-model.md", "docs/adr/0041-findings-of-running-and-security.md"})
  void linksLeadToPagesAndTheirSections(String name) throws IOException {
    Path page = Path.of(name);
    List<MatchResult> links = LINK.matcher(Files.readString(page)).results().toList();

    assertThat(links).hasSizeGreaterThan(20);
    for (MatchResult link : links) {
      Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
      assertThat(target).exists();
      if (link.group(2) != null) {
        assertThat(headings(target)).contains(link.group(2));
      }
    }
  }

  /** A boundary without a remaining risk was not thought about. */
  @Test
  void eachThreatSaysWhatHoldsAndWhatRemains() throws IOException {
    assertThat(THREAT.matcher(Files.readString(Path.of("docs/threat-model.md"))).results())
        .hasSizeGreaterThan(40)
        .allSatisfy(row -> assertThat(row.group()).matches(CELLS));
  }

  private static Map<String, Path> tests() throws IOException {
    try (Stream<Path> sources = Files.walk(Path.of("src/test/java"))) {
      return sources
          .filter(source -> source.toString().endsWith(".java"))
          .filter(source -> !source.endsWith("package-info.java"))
          .collect(
              toMap(
                  source -> source.getFileName().toString().replace(".java", ""),
                  source -> source,
                  (one, other) -> one));
    }
  }

  private static Set<String> headings(Path page) throws IOException {
    return HEADING
        .matcher(Files.readString(page))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^a-z0-9 -]", "").replace(' ', '-'))
        .collect(toSet());
  }
}
