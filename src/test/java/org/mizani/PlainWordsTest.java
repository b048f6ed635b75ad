package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Vague words (what, whoever, somebody …) stay rare in Javadoc and documentation: each hides the
 * noun that the reader needs.
 */
class PlainWordsTest {

  private static final Pattern VAGUE =
      Pattern.compile(
          "(?i)\\b(what|whatever|who|whoever|whom|whose|whichever"
              + "|(some|any|every|no)(body|one|thing))\\b");
  private static final Pattern WORD = Pattern.compile("[A-Za-z']+");
  private static final Pattern JAVADOC = Pattern.compile("(?s)/\\*\\*(.*?)\\*/");
  private static final Pattern CODE =
      Pattern.compile("(?s)```.*?```|(?m)^ {4,}\\S[^\\n]*$|`[^`]*`");

  private static final int PER_THOUSAND_OF_JAVADOC = 6;
  private static final int PER_THOUSAND_OF_DOCUMENTATION = 8;

  @Test
  void javadocIsPlain() throws IOException {
    String text =
        read(Path.of("src/main/java"), ".java").stream()
            .flatMap(source -> JAVADOC.matcher(source).results())
            .map(comment -> comment.group(1))
            .collect(Collectors.joining("\n"));

    assertThat(vaguePerThousand(text)).isLessThan(BigDecimal.valueOf(PER_THOUSAND_OF_JAVADOC));
  }

  @Test
  void documentationIsPlain() throws IOException {
    String text =
        CODE.matcher(
                String.join("\n", read(Path.of("docs"), ".md"))
                    + Files.readString(Path.of("README.md")))
            .replaceAll(" ");

    assertThat(vaguePerThousand(text))
        .isLessThan(BigDecimal.valueOf(PER_THOUSAND_OF_DOCUMENTATION));
  }

  @Test
  void theFrontPageIsShort() throws IOException {
    assertThat(Files.size(Path.of("README.md"))).isLessThanOrEqualTo(6_000);
  }

  private static BigDecimal vaguePerThousand(String text) {
    long words = WORD.matcher(text).results().count();
    List<String> vague = VAGUE.matcher(text).results().map(MatchResult::group).toList();
    assertThat(words).isGreaterThan(1_000);
    return BigDecimal.valueOf(1000L * vague.size())
        .divide(BigDecimal.valueOf(words), 1, RoundingMode.HALF_UP);
  }

  private static List<String> read(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(ending))
          .map(PlainWordsTest::read)
          .toList();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
