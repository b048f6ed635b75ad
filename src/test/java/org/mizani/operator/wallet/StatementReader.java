package org.mizani.operator.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Reads a statement line by line, and checks that each balance follows from the one before. */
abstract class StatementReader implements AutoCloseable {

  private static final List<String> PARTS = List.of("available", "holding", "pending");

  private long lines;
  private List<BigDecimal> balance;

  /** Line of a statement: the change of the wallet, and the balance after it. */
  record Step(List<BigDecimal> change, List<BigDecimal> balance) {}

  private StatementReader(List<BigDecimal> opening) {
    this.balance = opening;
  }

  static StatementReader of(String format, InputStream answer) throws IOException {
    return format.equals("csv") ? new Csv(answer) : new Json(answer);
  }

  /** Returns the next line, or null after the last one. */
  abstract Step next() throws IOException;

  /** Returns the closing balance of the statement, once all lines are read. */
  abstract List<BigDecimal> closing();

  /** Reads up to this many lines. */
  final StatementReader read(long most) throws IOException {
    for (long i = 0; i < most; i++) {
      Step step = next();
      if (step == null) {
        break;
      }
      lines++;
      assertThat(step.balance())
          .usingElementComparator(BigDecimal::compareTo)
          .isEqualTo(after(step));
      balance = step.balance();
    }
    return this;
  }

  /** Returns the number of lines that were read. */
  final long lines() {
    return lines;
  }

  /** Returns the wallet's balance after the last line that was read. */
  final List<BigDecimal> balance() {
    return balance;
  }

  private List<BigDecimal> after(Step step) {
    return Stream.of(0, 1, 2).map(i -> balance.get(i).add(step.change().get(i))).toList();
  }

  private static final class Csv extends StatementReader {

    private final BufferedReader rows;
    private List<BigDecimal> closing;

    Csv(InputStream answer) throws IOException {
      this(new BufferedReader(new InputStreamReader(answer, StandardCharsets.UTF_8)));
    }

    private Csv(BufferedReader rows) throws IOException {
      super(opening(rows));
      this.rows = rows;
    }

    private static List<BigDecimal> opening(BufferedReader rows) throws IOException {
      rows.readLine();
      return amounts(rows.readLine().split(","), 7);
    }

    @Override
    Step next() throws IOException {
      String row = rows.readLine();
      if (row == null) {
        return null;
      }
      String[] columns = row.split(",");
      if (columns[1].equals("closing")) {
        closing = amounts(columns, 7);
        return null;
      }
      return new Step(amounts(columns, 4), amounts(columns, 7));
    }

    @Override
    List<BigDecimal> closing() {
      return closing;
    }

    private static List<BigDecimal> amounts(String[] columns, int first) {
      return Stream.of(0, 1, 2).map(i -> new BigDecimal(columns[first + i])).toList();
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }

  private static final class Json extends StatementReader {

    private final JsonParser json;
    private final JsonNode closing;

    Json(InputStream answer) throws IOException {
      this(new ObjectMapper().createParser(answer));
    }

    private Json(JsonParser json) throws IOException {
      super(amounts(field(json, "opening")));
      this.json = json;
      this.closing = field(json, "closing");
      while (json.nextToken() != JsonToken.START_ARRAY) {
        // Skips the number of lines and the name of the array.
      }
    }

    @Override
    Step next() throws IOException {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        assertThat(json.nextToken()).isEqualTo(JsonToken.END_OBJECT);
        assertThat(json.nextToken()).isNull();
        return null;
      }
      JsonNode line = json.readValueAsTree();
      return new Step(amounts(line.get("change")), amounts(line.get("balance")));
    }

    @Override
    List<BigDecimal> closing() {
      return amounts(closing);
    }

    private static JsonNode field(JsonParser json, String name) throws IOException {
      while (!name.equals(json.currentName()) || json.currentToken() != JsonToken.FIELD_NAME) {
        json.nextToken();
      }
      json.nextToken();
      return json.readValueAsTree();
    }

    private static List<BigDecimal> amounts(JsonNode funds) {
      return PARTS.stream().map(part -> new BigDecimal(funds.get(part).asText())).toList();
    }

    @Override
    public void close() throws IOException {
      json.close();
    }
  }

  @Override
  public abstract void close() throws IOException;
}
