package org.mizani.corridor;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reader of CSV tables (RFC 4180) without line breaks in their fields. */
final class CsvTable {

  private CsvTable() {}

  /** The lines of a table that is packaged beside this class, header first. */
  static List<String> lines(String name) {
    try (InputStream resource = CsvTable.class.getResourceAsStream(name)) {
      if (resource == null) {
        throw new IllegalStateException(name + " is not packaged");
      }
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The rows of a table, each with as many fields as the header.
   *
   * @throws IllegalStateException if the table begins with another header or a row does not fit it
   */
  static Stream<List<String>> rows(List<String> lines, String header) {
    if (lines.isEmpty() || !lines.get(0).equals(header)) {
      throw new IllegalStateException("a table does not begin with " + header);
    }
    int columns = fields(header).size();
    return lines.stream().skip(1).map(CsvTable::fields).peek(row -> requireColumns(row, columns));
  }

  private static void requireColumns(List<String> row, int columns) {
    if (row.size() != columns) {
      throw new IllegalStateException("a row without " + columns + " columns: " + row);
    }
  }

  /**
   * The fields of a line. A field in quotes may hold commas, and quotes that are written twice.
   *
   * @throws IllegalStateException if a quote is not closed
   */
  static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        if (!quoted && i > 0 && line.charAt(i - 1) == '"') {
          field.append(c);
        }
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    if (quoted) {
      throw new IllegalStateException("a quote is not closed: " + line);
    }
    fields.add(field.toString());
    return fields;
  }
}
