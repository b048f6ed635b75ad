package org.mizani;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page for those that have found a vulnerability: complete, and its links lead to sections. */
class SecurityPolicyTest {

  private static final Path PAGE = Path.of("SECURITY.md");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#]+)(?:#([^)]+))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
  private static final Pattern ADDRESS = Pattern.compile("\\w@\\w");

  @Test
  void saysHowToReportWhichVersionsAreSupportedAndTheScope() throws IOException {
    assertThat(headings(PAGE))
        .contains(
            "reporting-a-vulnerability",
            "supported-versions",
            "in-scope",
            "out-of-scope",
            "promises");
  }

  @Test
  void reportsGoThroughTheRepositoryAndNotToAPerson() throws IOException {
    String page = Files.readString(PAGE);

    assertThat(page).contains("the repository's private vulnerability reporting");
    assertThat(ADDRESS.matcher(page).results()).isEmpty();
  }

  @Test
  void linksLeadToPagesAndTheirSections() throws IOException {
    List<MatchResult> links = LINK.matcher(Files.readString(PAGE)).results().toList();

    assertThat(links).hasSizeGreaterThan(10);
    for (MatchResult link : links) {
      Path target = Path.of(link.group(1));
      assertThat(target).exists();
      if (link.group(2) != null) {
        assertThat(headings(target)).contains(link.group(2));
      }
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
