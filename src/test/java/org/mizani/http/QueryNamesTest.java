package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class QueryNamesTest {

  private static final Pattern PARAMETER =
      Pattern.compile("@RestQuery(?:\\(\"(\\w+)\"\\))?\\s+(?:\\w+)\\s+(\\w+)");

  /** Parameters whose names this test would not see. */
  private static final Pattern UNSEEN =
      Pattern.compile("@QueryParam|@RestQuery(?:\\(\"\\w+\"\\))?\\s+\\w+\\s*[<\\[]");

  @Test
  void theNamesAreThoseThatResourcesRead() throws IOException {
    Set<String> read = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(QueryNamesTest::isOfOurResources).toList()) {
        assertThat(UNSEEN.matcher(Files.readString(file)).results()).as("%s", file).isEmpty();
        for (MatchResult found : PARAMETER.matcher(Files.readString(file)).results().toList()) {
          read.add(found.group(1) == null ? found.group(2) : found.group(1));
        }
      }
    }

    assertThat(QueryNames.ALL).containsExactlyInAnyOrderElementsOf(read);
  }

  /** The clients of networks name parameters of theirs. */
  private static boolean isOfOurResources(Path file) {
    return file.toString().endsWith(".java") && !file.toString().contains("/rail/daraja/");
  }
}
