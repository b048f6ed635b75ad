package org.mizani.rail.statement;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.statement.StatementLine.References;
import org.mizani.rail.statement.StatementLine.Word;

/** Reader of the lines below a header. */
final class LineReader {

  private static final Pattern ZERO = Pattern.compile("[0.,-]*");
  private static final Pattern OUT = Pattern.compile("(?i)\\b(payout|refund)s?\\b");
  private static final Pattern IN = Pattern.compile("(?i)\\bdeposits?\\b");

  private final StatementForm form;

  /** The positions of each column, in the order in which they count. */
  private final Map<Column, List<Integer>> positions;

  private LineReader(StatementForm form, Map<Column, List<Integer>> positions) {
    this.form = form;
    this.positions = positions;
  }

  /** The reader of the lines below these fields, if they are a header of this form. */
  static Optional<LineReader> below(List<String> header, StatementForm form) {
    List<String> names = header.stream().map(LineReader::plain).toList();
    Map<Column, List<Integer>> positions = new EnumMap<>(Column.class);
    form.headers()
        .forEach(
            (column, wanted) ->
                positions.put(column, wanted.stream().flatMap(n -> placesOf(n, names)).toList()));
    return form.required().stream().noneMatch(column -> positions.get(column).isEmpty())
        ? Optional.of(new LineReader(form, positions))
        : Optional.empty();
  }

  private static Stream<Integer> placesOf(String wanted, List<String> names) {
    return IntStream.range(0, names.size()).filter(i -> names.get(i).equals(plain(wanted))).boxed();
  }

  /** A header without its case and marks, because portals change those first. */
  private static String plain(String header) {
    return header.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  /** Whether these fields are of a kind that is no payment. */
  boolean isOther(List<String> fields) {
    return form.others().matcher(value(Column.KIND, fields)).matches();
  }

  /**
   * The line of these fields.
   *
   * @throws StatementException if a value cannot be read
   */
  StatementLine read(long number, List<String> fields) {
    Money signed = amount(number, fields);
    return new StatementLine(
        number,
        new References(
            StatementText.id(value(Column.ID, fields)),
            StatementText.reference(value(Column.RECEIPT, fields)),
            StatementText.reference(value(Column.LINKED, fields)),
            StatementText.beginning(value(Column.ACCOUNT, fields))),
        new Money(signed.currency(), Math.abs(signed.minor())),
        direction(fields),
        word(number, fields),
        StatementText.time(form.zone(), value(Column.TIME, fields))
            .orElseThrow(() -> StatementException.ofLine(number, "the time cannot be read")));
  }

  private Money amount(long number, List<String> fields) {
    CurrencyUnit currency =
        form.currency()
            .or(() -> CurrencyUnit.find(value(Column.CURRENCY, fields)))
            .orElseThrow(() -> StatementException.ofLine(number, "the currency is not known"));
    List<Optional<Money>> amounts =
        Stream.of(Column.AMOUNT, Column.PAID_IN, Column.WITHDRAWN)
            .map(column -> value(column, fields))
            .filter(text -> !text.isEmpty())
            .map(text -> StatementText.amount(currency, text))
            .filter(amount -> amount.filter(read -> read.minor() == 0).isEmpty())
            .toList();
    return Optional.of(amounts)
        .filter(read -> read.size() == 1)
        .flatMap(read -> read.get(0))
        .orElseThrow(() -> StatementException.ofLine(number, "the amount cannot be read"));
  }

  /** By the column of the amount, or by the kind of line. */
  private Optional<Direction> direction(List<String> fields) {
    if (has(Column.PAID_IN)) {
      return Optional.of(
          ZERO.matcher(value(Column.PAID_IN, fields)).matches() ? Direction.OUT : Direction.IN);
    }
    String kind = value(Column.KIND, fields);
    if (OUT.matcher(kind).find()) {
      return Optional.of(Direction.OUT);
    }
    return IN.matcher(kind).find() ? Optional.of(Direction.IN) : Optional.empty();
  }

  /** A statement without a status has only payments that were made. */
  private Word word(long number, List<String> fields) {
    if (!has(Column.STATUS)) {
      return Word.DONE;
    }
    return StatementText.word(value(Column.STATUS, fields))
        .orElseThrow(() -> StatementException.ofLine(number, "the status is not known"));
  }

  private boolean has(Column column) {
    return !positions.getOrDefault(column, List.of()).isEmpty();
  }

  /** The first value of a column, empty if there is none. */
  private String value(Column column, List<String> fields) {
    return positions.getOrDefault(column, List.of()).stream()
        .filter(place -> place < fields.size())
        .map(place -> fields.get(place).strip())
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("");
  }
}
