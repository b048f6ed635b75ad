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
 * Vague words stay rare in Javadoc, documentation and the names of the tests' methods: each hides
 * the noun that the reader needs.
 */
class PlainWordsTest {

  private static final Pattern VAGUE =
      Pattern.compile(
          "(?i)\\b(what|whatever|who|whoever|whom|whose|whichever"
              + "|(some|any|every|no)(body|one|thing))\\b");
  private static final Pattern WORD = Pattern.compile("[A-Za-z']+");
  private static final Pattern JAVADOC = Pattern.compile("(?s)/\\*\\*(.*?)\\*/");

  /** A method with a body, in formatted source. */
  private static final Pattern METHOD =
      Pattern.compile("(?m)^ +[\\w<>\\[\\],.? ]+ (\\w+)\\([^;{]*\\)\\s*(throws [\\w, .]+)?\\{");

  private static final Pattern CODE =
      Pattern.compile("(?s)```.*?```|(?m)^ {4,}\\S[^\\n]*$|`[^`]*`");

  private static final Path TESTS = Path.of("src/test/java");
  private static final int PER_THOUSAND_OF_JAVADOC = 6;
  private static final int PER_THOUSAND_OF_NAMES = 6;
  private static final int PER_THOUSAND_OF_DOCUMENTATION = 8;

  @Test
  void javadocIsPlain() throws IOException {
    String text = found(JAVADOC, Path.of("src/main/java"));

    assertThat(vaguePerThousand(text)).isLessThan(BigDecimal.valueOf(PER_THOUSAND_OF_JAVADOC));
  }

  @Test
  void javadocOfTestsIsPlain() throws IOException {
    String text = found(JAVADOC, TESTS);

    assertThat(vaguePerThousand(text)).isLessThan(BigDecimal.valueOf(PER_THOUSAND_OF_JAVADOC));
  }

  @Test
  void namesOfTestMethodsArePlain() throws IOException {
    String words = found(METHOD, TESTS).replaceAll("(?=[A-Z])", " ");

    assertThat(vaguePerThousand(words)).isLessThan(BigDecimal.valueOf(PER_THOUSAND_OF_NAMES));
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

  /** The first group of each match in the sources of a folder, one a line. */
  private static String found(Pattern pattern, Path sources) throws IOException {
    return read(sources, ".java").stream()
        .flatMap(source -> pattern.matcher(source).results())
        .map(match -> match.group(1))
        .collect(Collectors.joining("\n"));
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
