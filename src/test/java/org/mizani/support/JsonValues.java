package org.mizani.support;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** JSON with values that are found by paths. Fractions are exact: 0.1 is no float here. */
public final class JsonValues {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private static final Pattern STEP =
      Pattern.compile("\\.?([\\w$-]+)|\\[(\\d+)]|\\[([^=\\]]+)=([^\\]]*)]");

  private static final Pattern PATH = Pattern.compile("(" + STEP + ")*");

  private final Object root;

  private JsonValues(Object root) {
    this.root = root;
  }

  /** JSON of these bytes. */
  public static JsonValues of(byte[] bytes) {
    try {
      return new JsonValues(MAPPER.readValue(bytes, Object.class));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** JSON of this text. */
  public static JsonValues of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The value at this path: {@code ""}, {@code status}, {@code failure.code}, {@code items[0].id},
   * {@code items.id} (that of each item), {@code timeline[event=returned].at} (of the first item
   * whose field has this value). Null if there is none.
   *
   * @throws IllegalArgumentException if it is no path
   */
  @SuppressWarnings("unchecked")
  public <T> T get(String path) {
    if (!PATH.matcher(path).matches()) {
      throw new IllegalArgumentException("no path: " + path);
    }
    Object found = root;
    Matcher step = STEP.matcher(path);
    while (found != null && step.find()) {
      if (step.group(1) != null) {
        found = field(found, step.group(1));
      } else if (step.group(2) != null) {
        found = ((List<?>) found).get(Integer.parseInt(step.group(2)));
      } else {
        found = first((List<?>) found, step.group(3), step.group(4));
      }
    }
    return (T) found;
  }

  public String getString(String path) {
    return Objects.toString(get(path), null);
  }

  public long getLong(String path) {
    return this.<Number>get(path).longValue();
  }

  public BigDecimal getDecimal(String path) {
    return new BigDecimal(getString(path));
  }

  public boolean getBoolean(String path) {
    return get(path);
  }

  public <T> List<T> getList(String path) {
    return get(path);
  }

  public <T> Map<String, T> getMap(String path) {
    return get(path);
  }

  private static Object first(List<?> items, String field, String value) {
    return items.stream()
        .filter(item -> value.equals(Objects.toString(field(item, field))))
        .findFirst()
        .orElse(null);
  }

  /** A field; of a list, that of each of its items. */
  private static Object field(Object json, String name) {
    return json instanceof List<?> items
        ? items.stream().map(item -> field(item, name)).collect(Collectors.toList())
        : ((Map<?, ?>) json).get(name);
  }
}
