package org.mizani.rail.pawapay.signature;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * HTTP message as a signature covers it (RFC 9421, section 2).
 *
 * @param derived components that are no fields, such as {@code @method}, in the order to sign them
 * @param fields by their names in lower case; lines of one name are one value, with commas
 * @param body the bytes on the wire
 */
public record HttpMessage(Map<String, String> derived, Map<String, String> fields, byte[] body) {

  public HttpMessage {
    derived = Collections.unmodifiableMap(new LinkedHashMap<>(derived));
    fields = Map.copyOf(fields);
    body = body.clone();
  }

  /**
   * A request.
   *
   * @param authority host of the URL, with its port unless that is the default of the scheme
   * @param path of the URL as it is on the wire, without the query
   * @param fields by name in any case
   */
  public static HttpMessage request(
      String method, String authority, String path, Map<String, List<String>> fields, byte[] body) {
    Map<String, String> derived = new LinkedHashMap<>();
    derived.put("@method", method);
    derived.put("@authority", authority.toLowerCase(Locale.ROOT));
    derived.put("@path", path);
    return new HttpMessage(derived, combined(fields), body);
  }

  /**
   * A response.
   *
   * @param fields by name in any case
   */
  public static HttpMessage response(int status, Map<String, List<String>> fields, byte[] body) {
    return new HttpMessage(Map.of("@status", Integer.toString(status)), combined(fields), body);
  }

  /** This message with more fields. */
  HttpMessage with(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(fields);
    more.forEach((name, value) -> all.put(name.toLowerCase(Locale.ROOT), value));
    return new HttpMessage(derived, all, body);
  }

  /** The value of a field, or of a derived component if the name begins with {@code @}. */
  Optional<String> component(String name) {
    return Optional.ofNullable(name.startsWith("@") ? derived.get(name) : fields.get(name));
  }

  @Override
  public byte[] body() {
    return body.clone();
  }

  /** Without the fields and the body, which are secret and personal. */
  @Override
  public String toString() {
    return "HttpMessage[…]";
  }

  private static Map<String, String> combined(Map<String, List<String>> fields) {
    return fields.entrySet().stream()
        .collect(
            Collectors.toMap(
                field -> field.getKey().toLowerCase(Locale.ROOT),
                field ->
                    field.getValue().stream().map(String::strip).collect(Collectors.joining(", ")),
                (first, second) -> first + ", " + second));
  }
}
