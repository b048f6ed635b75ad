package org.mizani.paging;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Row of a CSV file (RFC 4180). */
public final class CsvRow {

  private static final String NEED_QUOTES = "\",\r\n";

  /** Characters that make a formula of a text in a spreadsheet, and the one that prevents it. */
  private static final String GUARDED = "=+-@'\t\r\n\uff1d\uff0b\uff0d\uff20";

  /** Places where a field begins, or a row, where the list separator is a semicolon. */
  private static final Pattern INNER_BEGINNING =
      Pattern.compile("((?>;|\\r\\n|\\r|\\n))(?=[\"=+\\-@'\t\uff1d\uff0b\uff0d\uff20])");

  private CsvRow() {}

  /**
   * The row of these fields. An apostrophe before a field, and before its parts where a spreadsheet
   * separates fields by semicolons, keeps spreadsheets from running it as a formula.
   */
  public static String of(List<String> fields) {
    return fields.stream().map(CsvRow::field).collect(Collectors.joining(",", "", "\r\n"));
  }

  /** One field, guarded and quoted as in a row. */
  public static String field(String field) {
    boolean guarded = !field.isEmpty() && GUARDED.indexOf(field.charAt(0)) >= 0;
    String safe = INNER_BEGINNING.matcher(guarded ? "'" + field : field).replaceAll("$1'");
    boolean plain = safe.chars().noneMatch(c -> NEED_QUOTES.indexOf(c) >= 0);
    return plain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
  }
}
