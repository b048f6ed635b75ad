package org.mizani.ledger.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EntryKindTest {

  private static final Path SCHEMA = Path.of("src/main/resources/db/migration/V1__schema.sql");
  private static final Pattern KINDS =
      Pattern.compile(
          "CREATE TABLE ledger_transfer \\(.*?kind IN \\((.*?)\\).*?"
              + "\\(wallet_id IS NULL\\) = \\(kind IN \\((.*?)\\)",
          Pattern.DOTALL);

  @Test
  void theKindsAreThoseOfWalletsInTheSchema() throws Exception {
    Matcher schema = KINDS.matcher(Files.readString(SCHEMA));
    assertThat(schema.find()).isTrue();
    Set<String> expected = names(schema.group(1));
    expected.removeAll(names(schema.group(2)));

    assertThat(Arrays.stream(EntryKind.values()).map(kind -> kind.name().toLowerCase(Locale.ROOT)))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static Set<String> names(String list) {
    return Pattern.compile("'(\\w+)'")
        .matcher(list)
        .results()
        .map((MatchResult name) -> name.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
