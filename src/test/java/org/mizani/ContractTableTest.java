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
import java.util.function.Predicate;
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
      String current = "";
      for (String name : codes(row.cell("tests"))) {
        Matcher test = TEST.matcher(name);
        // A method alone belongs to the class before it.
        String method = name;
        if (test.matches()) {
          current = test.group(1);
          method = test.group(2);
        }
        assertThat(tests).as(row + ": " + name).containsKey(current);
        if (method != null) {
          assertThat(tests.get(current)).as(row + ": " + name).contains("void " + method + "(");
        }
      }
    }
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

  private static Predicate<String> containing(String declaration) {
    return source -> source.contains(declaration + "(");
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
