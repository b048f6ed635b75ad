package org.mizani.payout.bulk;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.BulkFault;

/**
 * Reader of batches in CSV (RFC 4180, UTF-8). The first line names fields as JSON does, and each
 * further one is an item. An empty field is one that the item does not have.
 */
@Singleton
final class BulkCsv {

  /** The only field that is a number in JSON. */
  private static final String NUMERIC = "amount";

  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final char QUOTE = '"';

  private final ObjectMapper mapper;
  private final int itemsMost;

  @Inject
  BulkCsv(ObjectMapper mapper, BulkConfig config) {
    this(mapper, config.itemsMost());
  }

  BulkCsv(ObjectMapper mapper, int itemsMost) {
    this.mapper = mapper;
    this.itemsMost = itemsMost;
  }

  /** Handler of the fields of one line after the other. */
  private static final class Line extends AbstractBaseCsvCallbackHandler<List<String>> {

    private List<String> fields = new ArrayList<>();
    private long number;
    private boolean hasStrayQuote;

    @Override
    protected void handleBegin(long startingLineNumber) {
      fields = new ArrayList<>();
      number = startingLineNumber;
    }

    @Override
    protected void handleField(int index, char[] text, int offset, int length, boolean quoted) {
      String field = new String(text, offset, length);
      hasStrayQuote |= !quoted && field.indexOf(QUOTE) >= 0;
      fields.add(field);
    }

    @Override
    protected List<String> buildRecord() {
      return fields;
    }

    /** The next line, of which the library lets a quote pass that RFC 4180 does not. */
    private List<String> next(Iterator<List<String>> lines) {
      List<String> next = lines.next();
      if (hasStrayQuote) {
        throw malformed("a quote inside a field without quotes");
      }
      return next;
    }

    private ApiException malformed(String what) {
      return BulkFault.csv(number, what).asException();
    }
  }

  /**
   * The items of a body, with as many as are needed to see that they are too many.
   *
   * @throws ApiException 400 with the number of the line that is malformed
   */
  BulkItems read(byte[] body) {
    String text = text(body);
    Line line = new Line();
    Iterator<List<String>> lines =
        CsvReader.builder()
            .allowExtraFields(true)
            .allowMissingFields(true)
            .build(line, text)
            .iterator();
    try {
      return new BulkItems(items(lines, line, text));
    } catch (CsvParseException e) {
      throw line.malformed("a quoted field goes on behind its quote");
    }
  }

  private List<JsonNode> items(Iterator<List<String>> lines, Line line, String text) {
    List<String> names = lines.hasNext() ? named(line.next(lines), line) : List.of();
    List<JsonNode> items = new ArrayList<>();
    while (lines.hasNext()) {
      List<String> fields = line.next(lines);
      if (fields.size() != names.size()) {
        throw line.malformed("%d instead of %d fields".formatted(fields.size(), names.size()));
      }
      if (items.size() <= itemsMost) {
        items.add(item(names, fields));
      }
    }
    if (text.chars().filter(c -> c == QUOTE).count() % 2 != 0) {
      throw line.malformed("a quote is not closed");
    }
    if (names.isEmpty()) {
      throw BulkFault.csv(1, "the names of the fields are missing").asException();
    }
    return items;
  }

  private static List<String> named(List<String> names, Line line) {
    Set<String> known = new HashSet<>();
    for (int i = 0; i < names.size(); i++) {
      if (!BulkItemsModule.FIELDS.contains(names.get(i))) {
        throw line.malformed("column %d is no field of a payout".formatted(i + 1));
      }
      if (!known.add(names.get(i))) {
        throw line.malformed("column %d has the name of one before it".formatted(i + 1));
      }
    }
    return names;
  }

  private JsonNode item(List<String> names, List<String> fields) {
    ObjectNode item = mapper.createObjectNode();
    for (int i = 0; i < fields.size(); i++) {
      String field = fields.get(i);
      if (!field.isEmpty()) {
        item.set(
            names.get(i),
            names.get(i).equals(NUMERIC) ? numberOrText(field) : TextNode.valueOf(field));
      }
    }
    return item;
  }

  /** A text in place of a number is refused as JSON's is. */
  private JsonNode numberOrText(String field) {
    try {
      return NUMBER.matcher(field).matches() ? mapper.readTree(field) : TextNode.valueOf(field);
    } catch (JsonProcessingException e) {
      // Of more digits than the service reads.
      return TextNode.valueOf(field);
    }
  }

  private static String text(byte[] body) {
    ByteBuffer bytes = ByteBuffer.wrap(body);
    CharBuffer text = CharBuffer.allocate(body.length);
    if (UTF_8.newDecoder().decode(bytes, text, true).isError()) {
      throw BulkFault.csv(lineAt(body, bytes.position()), "not in UTF-8").asException();
    }
    text.flip();
    boolean isMarked = text.length() > 0 && text.charAt(0) == BYTE_ORDER_MARK;
    return text.subSequence(isMarked ? 1 : 0, text.length()).toString();
  }

  private static long lineAt(byte[] body, int position) {
    long line = 1;
    for (int i = 0; i < position; i++) {
      line += body[i] == '\n' ? 1 : 0;
    }
    return line;
  }
}
