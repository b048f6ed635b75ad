package org.mizani.corridor;

import java.util.ArrayList;
import java.util.List;

/** One line of a CSV file (RFC 4180) whose fields hold no line breaks. */
final class CsvLine {

  private CsvLine() {}

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
