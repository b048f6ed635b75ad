package org.mizani.work;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Turns rows into one array a column, as a statement takes them that works on many at once. */
public record Columns<T>(List<T> rows) {

  /** One value of each row, null where there is none. */
  public <V> V[] of(IntFunction<V[]> array, Function<T, V> value) {
    return rows.stream().map(value).toArray(array);
  }

  /** One text of each row, null where there is none. */
  public String[] texts(Function<T, String> value) {
    return of(String[]::new, value);
  }

  /** One number of each row, null where there is none. */
  public Long[] numbers(Function<T, Long> value) {
    return of(Long[]::new, value);
  }
}
