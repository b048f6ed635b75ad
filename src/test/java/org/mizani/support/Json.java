package org.mizani.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes request bodies to the letter. */
public final class Json {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** A body of these fields; a {@link RawValue} stands as it is. */
  public static String of(Map<String, ?> fields) {
    try {
      return MAPPER.writeValueAsString(fields);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** The same fields with one of them as this text of JSON, or left out where it is null. */
  public static Map<String, Object> with(Map<String, ?> fields, String field, String json) {
    Map<String, Object> changed = new LinkedHashMap<>(fields);
    if (json == null) {
      changed.remove(field);
    } else {
      changed.put(field, new RawValue(json));
    }
    return changed;
  }
}
