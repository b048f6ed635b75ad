package org.mizani.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules of the console's pages and files, which its policy holds in browsers. */
class ConsolePagesTest {

  private static final Path TEMPLATES = Path.of("src/main/resources/templates");
  private static final Path FILES = Path.of("target/classes/console");
  private static final int MOST_BYTES = 200_000;

  private static final Pattern INLINE =
      Pattern.compile("<style|\\sstyle=|\\son[a-z]+=|hx-on|<script(?![^>]*\\ssrc=)|javascript:");
  private static final Pattern ELSEWHERE =
      Pattern.compile("(src|href|action|url\\(|@import)[^>\\n]{0,3}(https?:)?//");
  private static final Pattern FIELD =
      Pattern.compile("<(?:input(?![^>]*type=\"hidden\")|select|textarea)[^>]*\\sid=\"([^\"]+)\"");

  /** As its makers published it: a script of the console acts as the operator of its session. */
  @Test
  void theScriptIsTheOneThatWasLookedAt() throws Exception {
    byte[] script = Files.readAllBytes(FILES.resolve("htmx.min.js"));

    assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(script)))
        .isEqualTo("22283ef68cb7545914f0a88a1bdedc7256a703d1d580c1d255217d0a50d31313");
  }

  @Test
  void noPageHasAScriptOrStyleOfItsOwn() {
    assertThat(texts(TEMPLATES))
        .isNotEmpty()
        .allSatisfy(text -> assertThat(text).doesNotContainPattern(INLINE));
  }

  @Test
  void nothingIsLoadedFromAnotherHost() {
    assertThat(Stream.concat(texts(TEMPLATES).stream(), texts(FILES).stream()))
        .allSatisfy(text -> assertThat(text).doesNotContainPattern(ELSEWHERE));
  }

  @Test
  void noPageWritesAValueUnescaped() {
    assertThat(texts(TEMPLATES))
        .allSatisfy(text -> assertThat(text).doesNotContain(".raw", ".safe", "{str:"));
  }

  /** Words of partners can be written from the right, and would turn what stands beside them. */
  @Test
  void wordsOfPartnersStandByThemselves() {
    Pattern words =
        Pattern.compile("\\{(fact\\.value|row\\.reference|request\\.(subject|reason))}");
    Pattern apart = Pattern.compile("<bdi>" + words + "</bdi>");
    String pages = String.join("\n", texts(TEMPLATES));

    assertThat(pages).containsPattern(apart);
    assertThat(apart.matcher(pages).replaceAll("")).doesNotContainPattern(words);
  }

  @Test
  void everyFormThatChangesCarriesTheToken() {
    Pattern form = Pattern.compile("(?s)<form[^>]*method=\"post\".*?</form>");
    List<String> forms =
        texts(TEMPLATES).stream()
            .flatMap(text -> form.matcher(text).results())
            .map(MatchResult::group)
            .filter(text -> !text.contains("action=\"/console/log-in"))
            .toList();

    assertThat(forms)
        .hasSizeGreaterThan(2)
        .allSatisfy(text -> assertThat(text).contains("name=\"formToken\""));
  }

  @Test
  void everyFieldHasALabel() {
    assertThat(texts(TEMPLATES))
        .allSatisfy(
            text ->
                FIELD
                    .matcher(text)
                    .results()
                    .forEach(
                        field ->
                            assertThat(text).contains("<label for=\"" + field.group(1) + "\"")));
  }

  /** The largest page of a full list is some 50 kB. */
  @Test
  void allFilesTogetherAreSmall() throws IOException {
    long bytes = 0;
    for (Path file : files(FILES)) {
      bytes += Files.size(file);
    }

    assertThat(bytes).isBetween(10_000L, (long) MOST_BYTES - 50_000);
  }

  private static List<String> texts(Path folder) {
    return files(folder).stream().map(ConsolePagesTest::read).toList();
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> found = Files.walk(folder)) {
      return found.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
