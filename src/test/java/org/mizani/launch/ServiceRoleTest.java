package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rights of the service's role, beside the statements that name their tables in the code. */
class ServiceRoleTest {

  private static final Path SOURCES = Path.of("src/main/java/org/mizani");
  private static final Pattern DELETED = Pattern.compile("\\bDELETE FROM (\\w+)");
  private static final Pattern INSERTED = Pattern.compile("\\bINSERT INTO (\\w+)");
  private static final Pattern UPDATED =
      Pattern.compile("\\bUPDATE (\\w+)(?: (?:AS )?\\w+)?\\s+SET\\s+(\\w+)");

  private static final Pattern DELETE_GRANTED = Pattern.compile("GRANT DELETE ON ([\\w, \\n]+) TO");
  private static final Pattern UPDATE_REVOKED =
      Pattern.compile("REVOKE [\\w, ]*UPDATE ON ([\\w, \\n]+)\\bFROM");
  private static final Pattern INSERT_REVOKED =
      Pattern.compile("REVOKE INSERT[\\w, ]* ON ([\\w, \\n]+)\\bFROM");
  private static final Pattern COLUMN_GRANTED =
      Pattern.compile("GRANT UPDATE \\(([\\w, ]+)\\)\\s+ON (\\w+)");

  /** The migration writes it as the owner. */
  private static final String OF_THE_OWNER = "database_environment";

  private static String statements;

  @BeforeAll
  static void read() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      statements =
          String.join(
              "\n",
              files
                  .filter(file -> file.toString().endsWith(".java"))
                  .filter(file -> !file.endsWith("ServiceRole.java"))
                  .map(ServiceRoleTest::text)
                  .toList());
    }
  }

  @Test
  void mayDeleteFromTheTablesThatAreDeletedFrom() {
    assertThat(tables(DELETED))
        .contains("payout_due", "fx_quote")
        .isSubsetOf(listed(DELETE_GRANTED));
  }

  @Test
  void mayInsertIntoTheTablesThatAreInsertedInto() {
    Set<String> inserted = tables(INSERTED);
    inserted.remove(OF_THE_OWNER);

    assertThat(inserted).contains("payout").doesNotContainAnyElementsOf(listed(INSERT_REVOKED));
  }

  @Test
  void mayUpdateTheColumnsThatAreUpdated() {
    Set<String> revoked = listed(UPDATE_REVOKED);
    Set<String> columns = new HashSet<>();
    COLUMN_GRANTED
        .matcher(ServiceRole.GRANTS)
        .results()
        .forEach(
            found ->
                names(found.group(1)).forEach(name -> columns.add(found.group(2) + "." + name)));

    assertThat(UPDATED.matcher(statements).results().toList())
        .hasSizeGreaterThan(10)
        .filteredOn(found -> revoked.contains(found.group(1)))
        .extracting(found -> found.group(1) + "." + found.group(2))
        .isSubsetOf(columns);
  }

  private static Set<String> tables(Pattern verb) {
    Set<String> tables = new HashSet<>();
    verb.matcher(statements).results().map(found -> found.group(1)).forEach(tables::add);
    return tables;
  }

  private static Set<String> listed(Pattern sentence) {
    Set<String> tables = new HashSet<>();
    sentence
        .matcher(ServiceRole.GRANTS)
        .results()
        .map(found -> found.group(1))
        .forEach(list -> names(list).forEach(tables::add));
    return tables;
  }

  private static Stream<String> names(String list) {
    return Arrays.stream(list.split(",")).map(String::strip);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
