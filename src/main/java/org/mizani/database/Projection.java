package org.mizani.database;

import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Projection of the rows of a statement into records: each component has the value of the column of
 * its name, in snake case. The record needs {@code @RegisterForReflection} for the native
 * executable.
 *
 * <p>A component is of a type that the driver reads, an {@link Instant}, a {@code byte[]}, or an
 * enum, whose name the column has in capitals or small letters. A null stays null; a primitive
 * component refuses it.
 *
 * @param <R> the record
 */
public final class Projection<R extends Record> implements Function<Row, R> {

  /** One component: the name of its column, and how that is read. */
  private record Component(String column, BiFunction<Row, String, ?> reader) {

    static Component of(RecordComponent component) {
      String column = component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
      return new Component(column, readerOf(component.getType()));
    }

    Object read(Row row) {
      return reader.apply(row, column);
    }
  }

  private final Constructor<R> constructor;
  private final List<Component> components;

  private Projection(Constructor<R> constructor, List<Component> components) {
    this.constructor = constructor;
    this.components = components;
  }

  /**
   * The projection into this record.
   *
   * @throws IllegalArgumentException for a record that is not registered for reflection
   */
  public static <R extends Record> Projection<R> into(Class<R> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Constructor<R> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return new Projection<>(constructor, Arrays.stream(components).map(Component::of).toList());
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(type + " is not registered for reflection", e);
    }
  }

  /** All rows, in their order. */
  public List<R> all(RowSet<Row> rows) {
    return Database.items(rows, this);
  }

  /**
   * One row.
   *
   * @throws IllegalStateException for a null that a primitive component cannot take, and for a name
   *     that an enum does not have
   * @throws java.util.NoSuchElementException for a component without a column
   */
  @Override
  public R apply(Row row) {
    Object[] values = components.stream().map(component -> component.read(row)).toArray();
    try {
      return constructor.newInstance(values);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("a row does not fit " + constructor.getDeclaringClass(), e);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static BiFunction<Row, String, ?> readerOf(Class<?> type) {
    if (type == long.class) {
      return Row::getLong;
    }
    if (type == int.class) {
      return Row::getInteger;
    }
    if (type == boolean.class) {
      return Row::getBoolean;
    }
    if (type == Instant.class) {
      return Projection::instant;
    }
    if (type == byte[].class) {
      return Projection::bytes;
    }
    if (type.isEnum()) {
      return readerOfEnum(type);
    }
    return (row, column) -> row.get(type, column);
  }

  private static Instant instant(Row row, String column) {
    OffsetDateTime time = row.getOffsetDateTime(column);
    return time == null ? null : time.toInstant();
  }

  private static byte[] bytes(Row row, String column) {
    Buffer bytes = row.getBuffer(column);
    return bytes == null ? null : bytes.getBytes();
  }

  private static BiFunction<Row, String, ?> readerOfEnum(Class<?> type) {
    Map<String, Object> constants =
        Arrays.stream(type.getEnumConstants())
            .collect(
                Collectors.toMap(constant -> ((Enum<?>) constant).name(), Function.identity()));
    return (row, column) -> {
      String name = row.getString(column);
      if (name == null) {
        return null;
      }
      return Optional.ofNullable(constants.get(name.toUpperCase(Locale.ROOT)))
          .orElseThrow(() -> new IllegalStateException(name + " is no " + type.getSimpleName()));
    };
  }
}
