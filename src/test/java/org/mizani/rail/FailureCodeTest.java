package org.mizani.rail;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Failure codes, which code, schema, OpenAPI documents, manual and guide list alike. */
class FailureCodeTest {

  private static final List<String> CODES =
      Arrays.stream(FailureCode.values()).map(FailureCode::code).toList();

  @Test
  void theSchemaListsTheCodes() throws IOException {
    assertThat(words(between(resource("/db/migration/V1__schema.sql"), "failure_code IN (", ")")))
        .containsExactlyElementsOf(CODES);
  }

  @Test
  void operatorsDocumentListsTheCodes() throws IOException {
    String schema = between(resource("/openapi/operators.yaml"), "    FailureCode:", "    Payout");

    assertThat(words(between(schema, "enum:", "$"))).containsExactlyElementsOf(CODES);
  }

  @Test
  void partnersDocumentListsTheCodesAndMovers() throws IOException {
    String schema = between(resource("/openapi/partners.yaml"), "    Failure:", "    Instant:");

    assertThat(words(between(schema, "enum:", "reason:"))).containsExactlyElementsOf(CODES);
    assertThat(words(between(schema, "enum: [", "]")))
        .containsExactlyElementsOf(
            Arrays.stream(FailureCode.Mover.values()).map(FailureCode.Mover::code).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"docs/operators.md", "docs/guide.md"})
  void manualAndGuideListTheCodesWithTheirRemedies(String page) throws IOException {
    List<String> rows =
        Files.readAllLines(Path.of(page)).stream()
            .filter(line -> line.startsWith("| `") && line.endsWith(" |"))
            .filter(line -> line.contains("| yes |") || line.contains("| no |"))
            .map(line -> line.replaceAll("^(\\| `\\w+` \\|).*?(\\| (yes|no) \\|.*)$", "$1$2"))
            .toList();

    assertThat(rows)
        .containsExactlyElementsOf(
            Arrays.stream(FailureCode.values())
                .map(
                    code ->
                        "| `%s` || %s | %s |"
                            .formatted(
                                code.code(), code.retryHelps() ? "yes" : "no", code.mover().code()))
                .toList());
  }

  @Test
  void aBlankReasonIsLeftOut() {
    assertThat(FailureCode.EXPIRED.because("no answer"))
        .isEqualTo(new FailureCode.Failure("expired", "no answer", true, "recipient"));
    assertThat(FailureCode.EXPIRED.because(" ").reason()).isNull();
    assertThat(FailureCode.EXPIRED.because(null).reason()).isNull();
  }

  private static String between(String text, String begin, String end) {
    int from = text.indexOf(begin);
    assertThat(from).as(begin).isNotNegative();
    int to = end.equals("$") ? text.length() : text.indexOf(end, from + begin.length());
    return text.substring(from + begin.length(), to);
  }

  private static List<String> words(String text) {
    Matcher words = Pattern.compile("[a-z]+(?:_[a-z]+)*").matcher(text);
    return words.results().map(result -> result.group()).toList();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = FailureCodeTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
