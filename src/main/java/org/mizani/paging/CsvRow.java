package org.mizani.paging;

import java.util.List;
import java.util.stream.Collectors;

/** Row of a CSV file (RFC 4180). */
public final class CsvRow {

  private static final String NEED_QUOTES = "\",\r\n";

  /** Characters that make a formula of a text in a spreadsheet, and the one that prevents it. */
  private static final String GUARDED = "=+-@'\t\r\n\uff1d\uff0b\uff0d\uff20";

  private CsvRow() {}

  /**
   * The row of these fields. An apostrophe before a field keeps spreadsheets from running it as a
   * formula.
   */
  public static String of(List<String> fields) {
    return fields.stream().map(CsvRow::quoted).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String quoted(String field) {
    boolean guarded = !field.isEmpty() && GUARDED.indexOf(field.charAt(0)) >= 0;
    String safe = guarded ? "'" + field : field;
    boolean plain = safe.chars().noneMatch(c -> NEED_QUOTES.indexOf(c) >= 0);
    return plain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
  }
}
