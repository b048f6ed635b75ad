package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mizani.fault.ErrorCode;

/**
 * Codes of refusals: the page and the document have each, as it is on the wire, and no answer of
 * the service is made beside the catalogue, which wants one.
 */
class ErrorCodesTest {

  private static final Path PAGE = Path.of("docs/errors.md");
  private static final Path DOCUMENT = Path.of("src/main/resources/openapi/partners.yaml");
  private static final String OF_OPERATORS = "## Codes of operators alone";
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z_]+)` \\| (\\d{3}) \\| ([^|]+) \\| ([^|]+) \\|$");

  /** The two that answer faults, and acknowledgements to networks. */
  private static final List<String> MAKERS =
      List.of("FaultMapper.java", "ExchangeFilter.java", "CallbackResource.java");

  private static final Pattern STATUS =
      Pattern.compile("\\bResponse\\s*\\.\\s*status\\(|\\.setStatusCode\\(");

  @Test
  void hasEachCodeWithItsStatusCauseAndRemedy() throws IOException {
    List<MatchResult> rows = rows(Files.readString(PAGE));

    assertThat(rows)
        .extracting(row -> row.group(1) + " " + row.group(2))
        .containsExactlyElementsOf(
            Arrays.stream(ErrorCode.values())
                .map(code -> code.text() + " " + code.status())
                .toList());
  }

  @Test
  void theDocumentOfPartnersListsTheirCodes() throws IOException {
    String page = Files.readString(PAGE);
    List<MatchResult> ofPartners = rows(page.substring(0, page.indexOf(OF_OPERATORS)));

    assertThat(documented())
        .containsExactlyElementsOf(ofPartners.stream().map(row -> row.group(1)).toList());
  }

  @Test
  void onlyTheMakersOfAnswersSayAStatus() throws IOException {
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      assertThat(sources.filter(file -> file.toString().endsWith(".java")))
          .filteredOn(file -> STATUS.matcher(read(file)).find())
          .extracting(file -> file.getFileName().toString())
          .containsExactlyInAnyOrderElementsOf(MAKERS);
    }
  }

  private static List<MatchResult> rows(String page) {
    return ROW.matcher(page).results().toList();
  }

  private static Stream<String> documented() throws IOException {
    JsonNode codes =
        new ObjectMapper(new YAMLFactory())
            .readTree(DOCUMENT.toFile())
            .at("/components/headers/X-Error-Code/schema/enum");
    return ContractDocument.elements(codes).stream().map(JsonNode::asText);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
