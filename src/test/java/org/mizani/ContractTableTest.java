package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every row of {@code docs/contract.md} names a test that exists, and sources that exist. */
class ContractTableTest {

  private static final Path TABLE = Path.of("docs/contract.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern TEST = Pattern.compile("([A-Z]\\w*(?:Test|IT))(?:\\.(\\w+))?");

  private final Map<String, String> tests = sources("src/test/java");
  private final Map<String, String> classes = sources("src/main/java");

  /** A row of a table, with its header. */
  private record Row(List<String> header, List<String> cells) {

    String cell(String column) {
      int position = header.indexOf(column);
      return position < 0 ? "" : cells.get(position);
    }

    @Override
    public String toString() {
      return cells.get(0);
    }
  }

  @Test
  void everyRowNamesATest() throws IOException {
    List<Row> rows = rows();

    assertThat(rows).hasSizeGreaterThan(100);
    assertThat(rows)
        .allSatisfy(row -> assertThat(row.cell("tests")).as(row.toString()).containsPattern(TEST));
  }

  @Test
  void everyTestThatARowNamesExists() throws IOException {
    for (Row row : rows()) {
      List<String> names = codes(row.cell("tests"));
      List<Matcher> matches = names.stream().map(TEST::matcher).filter(Matcher::matches).toList();
      List<String> named = matches.stream().map(test -> test.group(1)).toList();
      assertThat(tests).as(row.toString()).containsKeys(named.toArray(String[]::new));
      for (Matcher test : matches) {
        assertThat(test.group(2) == null || declares(test.group(1), test.group(2)))
            .as(row + ": " + test.group())
            .isTrue();
      }
      // A method alone belongs to one of the row's classes.
      assertThat(names)
          .filteredOn(name -> !TEST.matcher(name).matches())
          .as(row.toString())
          .allMatch(name -> named.stream().anyMatch(test -> declares(test, name)));
    }
  }

  private boolean declares(String test, String method) {
    return tests.get(test).contains("void " + method + "(");
  }

  @Test
  void everyClassThatARowNamesExists() throws IOException {
    for (Row row : rows()) {
      for (String name : codes(row.cell("where"))) {
        String last = name.replaceAll("\\.[A-Z_]+$", "").replaceAll("^.*\\.", "");
        if (Character.isUpperCase(last.charAt(0))) {
          assertThat(classes).as(row + ": " + name).containsKey(last);
        }
      }
    }
  }

  private static List<String> codes(String cell) {
    return CODE.matcher(cell).results().map(result -> result.group(1)).toList();
  }

  private static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    List<String> header = List.of();
    for (String line : Files.readAllLines(TABLE)) {
      List<String> cells = Stream.of(line.split("\\|")).skip(1).map(String::trim).toList();
      if (!line.startsWith("|")) {
        header = List.of();
      } else if (header.isEmpty()) {
        header = cells;
      } else if (!line.startsWith("|-")) {
        rows.add(new Row(header, padded(cells, header.size())));
      }
    }
    return rows;
  }

  private static List<String> padded(List<String> cells, int size) {
    List<String> padded = new ArrayList<>(cells);
    while (padded.size() < size) {
      padded.add("");
    }
    return padded;
  }

  private static Map<String, String> sources(String root) {
    Map<String, String> sources = new HashMap<>();
    try (Stream<Path> files = Files.walk(Path.of(root))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
        String name = file.getFileName().toString();
        sources.put(name.substring(0, name.length() - ".java".length()), Files.readString(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sources;
  }
}
