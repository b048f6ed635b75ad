package org.mizani.work;

import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.sqlclient.data.Numeric;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Columns of a relation that holds one batch: each with its name, its type and its value in an
 * item, null where an item has none. A statement takes each as one parameter, an array.
 *
 * @param <T> the item
 */
public final class BatchColumns<T> {

  private record Column<T>(String name, String type, Function<List<T>, Object> values) {}

  private final List<Column<T>> columns = new ArrayList<>();
  private final int before;

  /** Columns that are the first parameters of their statement. */
  public BatchColumns() {
    this(0);
  }

  private BatchColumns(int before) {
    this.before = before;
  }

  /**
   * Columns of a second relation of the same statement: its parameters come after these columns and
   * so many others.
   */
  public <V> BatchColumns<V> followedAfter(int others) {
    return new BatchColumns<>(before + columns.size() + others);
  }

  public BatchColumns<T> uuid(String name, Function<T, UUID> value) {
    return add(name, "uuid", UUID[]::new, value);
  }

  public BatchColumns<T> text(String name, Function<T, String> value) {
    return add(name, "text", String[]::new, value);
  }

  /** Text of fixed length, such as a currency. */
  public BatchColumns<T> bpchar(String name, Function<T, String> value) {
    return add(name, "bpchar", String[]::new, value);
  }

  public BatchColumns<T> integer(String name, Function<T, Integer> value) {
    return add(name, "integer", Integer[]::new, value);
  }

  public BatchColumns<T> bigint(String name, Function<T, Long> value) {
    return add(name, "bigint", Long[]::new, value);
  }

  public BatchColumns<T> bool(String name, Function<T, Boolean> value) {
    return add(name, "boolean", Boolean[]::new, value);
  }

  public BatchColumns<T> numeric(String name, Function<T, BigDecimal> value) {
    return add(
        name, "numeric", Numeric[]::new, value.andThen(n -> n == null ? null : Numeric.create(n)));
  }

  public BatchColumns<T> bytea(String name, Function<T, byte[]> value) {
    return add(
        name, "bytea", Buffer[]::new, value.andThen(b -> b == null ? null : Buffer.buffer(b)));
  }

  private <V> BatchColumns<T> add(
      String name, String type, IntFunction<V[]> array, Function<T, V> value) {
    columns.add(new Column<>(name, type, items -> items.stream().map(value).toArray(array)));
    return this;
  }

  /**
   * The relation as an item of {@code FROM}, with {@code position}, the number of the item from 1.
   */
  public String as(String alias) {
    return "unnest(%s) WITH ORDINALITY AS %s (%s, position)"
        .formatted(
            IntStream.range(0, columns.size())
                .mapToObj(i -> "$" + (before + i + 1) + "::" + columns.get(i).type() + "[]")
                .collect(Collectors.joining(", ")),
            alias,
            columns.stream().map(Column::name).collect(Collectors.joining(", ")));
  }

  /** The parameter of this column, the array of its values. */
  public String parameterOf(String name) {
    return "$" + (before + columns.stream().map(Column::name).toList().indexOf(name) + 1);
  }

  /** A parameter after the columns, such as {@code $9} for the first one after eight columns. */
  public String parameterAfter(int number) {
    return "$" + (before + columns.size() + number);
  }

  /** The parameters: the columns of these items, and those after them. */
  public Tuple parameters(List<T> items, Object... further) {
    List<Object> parameters = new ArrayList<>(values(items));
    parameters.addAll(List.of(further));
    return Tuple.from(parameters);
  }

  /** The columns of these items, as parameters of a statement. */
  public List<Object> values(List<T> items) {
    List<Object> values = new ArrayList<>();
    columns.forEach(column -> values.add(column.values().apply(items)));
    return values;
  }
}
