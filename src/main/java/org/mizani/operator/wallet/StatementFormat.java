package org.mizani.operator.wallet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;
import org.mizani.http.ClosedSet;
import org.mizani.http.Fields;
import org.mizani.ledger.Funds;
import org.mizani.ledger.Statement;
import org.mizani.ledger.Statement.Line;
import org.mizani.operator.wallet.StatementAnswer.Header;
import org.mizani.operator.wallet.StatementAnswer.StatementLine;
import org.mizani.paging.CsvRow;

/** Format of a statement, written in parts: the beginning, each page of lines, the end. */
sealed interface StatementFormat {

  /** The media type of the whole as JSON. */
  String JSON = "application/json";

  /** The media type of the whole as CSV. */
  String CSV = "text/csv";

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
  byte[] beginning(Header header, Statement statement);

  /** The text of a page of lines. */
  byte[] lines(List<Line> lines);

  /** The text after the lines. */
  byte[] end(Header header, Statement statement);

  private static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS).toString();
  }

  /** One JSON object with all lines in {@code items}. */
  record Json(ObjectMapper mapper) implements StatementFormat {

    @Override
    public String contentType() {
      return JSON;
    }

    @Override
    public byte[] beginning(Header header, Statement statement) {
      String whole = written(StatementAnswer.withoutLines(header, statement));
      return utf8(whole.substring(0, whole.length() - "]}".length()));
    }

    @Override
    public byte[] lines(List<Line> lines) {
      return utf8(
          lines.stream()
              .map(line -> (line.first() ? "" : ",") + written(StatementLine.of(line)))
              .collect(Collectors.joining()));
    }

    @Override
    public byte[] end(Header header, Statement statement) {
      return utf8("]}");
    }

    private String written(Object value) {
      try {
        return mapper.writeValueAsString(value);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** RFC 4180, the balances before and after as the first and the last row. */
  record Csv() implements StatementFormat {

    private static final String COLUMNS =
        "time,kind,reference,subjectId,available,holding,pending,"
            + "availableBalance,holdingBalance,pendingBalance\r\n";

    @Override
    public String contentType() {
      return CSV + ";charset=UTF-8";
    }

    @Override
    public byte[] beginning(Header header, Statement statement) {
      return utf8(
          COLUMNS + balance(text(statement.query().from()), "opening", statement.opening()));
    }

    @Override
    public byte[] lines(List<Line> lines) {
      StringBuilder rows = new StringBuilder();
      for (Line line : lines) {
        rows.append(text(line.time())).append(',').append(line.kind()).append(',');
        rows.append(CsvRow.field(line.reference())).append(',');
        line.subject().ifPresent(rows::append);
        rows.append(',').append(columns(line.change()));
        rows.append(',').append(columns(line.balance())).append("\r\n");
      }
      return utf8(rows.toString());
    }

    @Override
    public byte[] end(Header header, Statement statement) {
      return utf8(balance(text(statement.query().to()), "closing", statement.closing()));
    }

    private static String balance(String time, String kind, Funds funds) {
      return time + "," + kind + ",,,,,," + columns(funds) + "\r\n";
    }

    private static String columns(Funds funds) {
      return plain(funds.available().major())
          + ","
          + plain(funds.holding().major())
          + ","
          + plain(funds.pending().major());
    }

    private static String plain(BigDecimal amount) {
      return amount.toPlainString();
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
