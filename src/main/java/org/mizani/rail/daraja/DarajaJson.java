package org.mizani.rail.daraja;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * JSON of Daraja, read tolerantly: a number may stand for a text and a text for a number, a single
 * object for an array of one, and HTML for all of it. The service's own mapper refuses all that.
 */
public final class DarajaJson {

  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private static final Pattern CODE = Pattern.compile("[A-Za-z0-9_.-]{1,30}");
  private static final int MOST_ZEROS = 30;

  private DarajaJson() {}

  /** The body of a request. */
  public static byte[] write(DarajaRequest request) {
    try {
      return MAPPER.writeValueAsBytes(request);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a request is not JSON", e);
    }
  }

  /** The answer of this type, or empty if the body is not a JSON object that can be read as one. */
  public static <T extends DarajaAnswer> Optional<T> read(String body, Class<T> type) {
    return read(tree(body), type);
  }

  /** The answer of this type in a tree, likewise. */
  static <T extends DarajaAnswer> Optional<T> read(JsonNode tree, Class<T> type) {
    try {
      return tree.isObject() ? Optional.of(MAPPER.treeToValue(tree, type)) : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** The tree of a body; a missing one if that is not JSON. */
  static JsonNode tree(String body) {
    try {
      return MAPPER.readTree(body);
    } catch (JsonProcessingException e) {
      return MAPPER.missingNode();
    }
  }

  /** The text or number of a field; empty if it is missing, blank or neither. */
  static Optional<String> text(JsonNode object, String field) {
    JsonNode value = object.path(field);
    String text = value.isNumber() ? digits(value.decimalValue()) : value.asText("");
    return Optional.of(text.strip()).filter(stripped -> !stripped.isEmpty());
  }

  /** The result code of a result or callback; empty if it does not look like one. */
  static Optional<String> resultCode(JsonNode object) {
    return text(object, "ResultCode").filter(code -> CODE.matcher(code).matches());
  }

  /** Without an exponent, unless the digits of a forged 1e999999999 would fill the memory. */
  private static String digits(BigDecimal number) {
    return Math.abs((long) number.scale()) > MOST_ZEROS
        ? number.toString()
        : number.toPlainString();
  }

  /** The elements of an array, or an object as the only one. */
  static List<JsonNode> elements(JsonNode arrayOrObject) {
    return arrayOrObject.isArray()
        ? StreamSupport.stream(arrayOrObject.spliterator(), false).toList()
        : List.of(arrayOrObject);
  }
}
