package org.mizani.ledger.statement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.mizani.http.ClosedSet;
import org.mizani.http.Fields;

/** Format of a statement, written in parts: the beginning, each page of rows, the end. */
sealed interface StatementFormat {

  /**
   * The format of this name; JSON if there is none.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for another
   */
  static StatementFormat named(String name, ObjectMapper mapper) {
    ClosedSet formats = ClosedSet.of("json", "csv");
    String format = formats.required("format", Fields.optional("format", name).orElse("json"));
    return format.equals("csv") ? new Csv() : new Json(mapper);
  }

  /** The media type of the whole. */
  String contentType();

  /** The text before the lines. */
  byte[] beginning(StatementRow opening);

  /** The text of a page of lines, none of which came before. */
  byte[] lines(List<StatementRow> rows);

  /** The text after the lines. */
  byte[] end(StatementRow closing, StatementRow signature);

  /** RFC 4180: a row of names, then all rows alike. */
  record Csv() implements StatementFormat {

    private static final String NEED_QUOTES = "\",\r\n";

    /** Characters that make a formula of a text in a spreadsheet, and the one that prevents it. */
    private static final String GUARDED = "=+-@'";

    @Override
    public String contentType() {
      return "text/csv;charset=UTF-8";
    }

    @Override
    public byte[] beginning(StatementRow opening) {
      return utf8(String.join(",", StatementRow.NAMES) + "\r\n" + written(opening));
    }

    @Override
    public byte[] lines(List<StatementRow> rows) {
      return utf8(rows.stream().map(Csv::written).collect(Collectors.joining()));
    }

    @Override
    public byte[] end(StatementRow closing, StatementRow signature) {
      return utf8(written(closing) + written(signature));
    }

    private static String written(StatementRow row) {
      return row.fields().stream().map(Csv::quoted).collect(Collectors.joining(",", "", "\r\n"));
    }

    /** An apostrophe before it keeps spreadsheets from running a reference as a formula. */
    private static String quoted(String field) {
      boolean guarded = !field.isEmpty() && GUARDED.indexOf(field.charAt(0)) >= 0;
      String safe = guarded ? "'" + field : field;
      boolean plain = safe.chars().noneMatch(c -> NEED_QUOTES.indexOf(c) >= 0);
      return plain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }
  }

  /** One JSON object with all lines in {@code items}. */
  final class Json implements StatementFormat {

    private final ObjectMapper mapper;
    private String separator = "";

    private Json(ObjectMapper mapper) {
      this.mapper = mapper;
    }

    @Override
    public String contentType() {
      return "application/json";
    }

    @Override
    public byte[] beginning(StatementRow opening) {
      return utf8("{\"opening\":" + written(opening) + ",\"items\":[");
    }

    @Override
    public byte[] lines(List<StatementRow> rows) {
      StringBuilder items = new StringBuilder();
      for (StatementRow row : rows) {
        items.append(separator).append(written(row));
        separator = ",";
      }
      return utf8(items.toString());
    }

    @Override
    public byte[] end(StatementRow closing, StatementRow signature) {
      return utf8(
          "],\"closing\":"
              + written(closing)
              + ",\"hash\":"
              + written(signature.previous())
              + ",\"signature\":"
              + written(signature.text())
              + "}");
    }

    private String written(StatementRow row) {
      return written(
          new StatementItem(
              Long.parseLong(row.number()),
              row.time(),
              row.date(),
              row.kind(),
              row.text(),
              row.reference(),
              row.serviceReference(),
              new BigDecimal(row.debit()),
              new BigDecimal(row.credit()),
              new BigDecimal(row.balance()),
              new BigDecimal(row.available()),
              row.previous()));
    }

    private String written(Object value) {
      try {
        return mapper.writeValueAsString(value);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
