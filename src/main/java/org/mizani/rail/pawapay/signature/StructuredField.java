package org.mizani.rail.pawapay.signature;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reader of the structured fields that signatures need (RFC 9651): dictionaries of byte sequences
 * and of lists of strings with parameters. It refuses the rest of the standard, and every name that
 * comes twice, for which a lenient reader would take the last.
 */
final class StructuredField {

  private static final int MOST_DIGITS = 15;

  /** Value of a name in a dictionary. */
  sealed interface Member {}

  /** Byte sequence, {@code :base64:}. */
  record Bytes(byte[] value) implements Member {}

  /**
   * List of strings, {@code ("a" "b");c=1;d="e"}.
   *
   * @param parameters strings and {@code Long}s, in their order
   */
  record Strings(List<String> items, Map<String, Object> parameters) implements Member {}

  private final String text;
  private int at;

  private StructuredField(String text) {
    this.text = text;
  }

  /** The dictionary that this field holds, or empty if it is not well formed. */
  static Optional<Map<String, Member>> dictionary(String field) {
    try {
      return Optional.of(new StructuredField(field.strip()).dictionary());
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  private Map<String, Member> dictionary() {
    Map<String, Member> members = new LinkedHashMap<>();
    do {
      skipSpaces();
      String key = key();
      expect('=');
      once(members, key, next() == '(' ? strings() : new Bytes(bytes()));
      skipSpaces();
    } while (take(','));
    require(at == text.length());
    return members;
  }

  private Strings strings() {
    expect('(');
    List<String> items = new ArrayList<>();
    while (!take(')')) {
      require(items.isEmpty() || take(' '));
      items.add(string());
    }
    return new Strings(items, parameters());
  }

  private Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    while (take(';')) {
      skipSpaces();
      String key = key();
      expect('=');
      once(parameters, key, next() == '"' ? string() : integer());
    }
    return parameters;
  }

  private String string() {
    expect('"');
    StringBuilder value = new StringBuilder();
    while (!take('"')) {
      boolean escaped = take('\\');
      char c = next();
      require(c >= ' ' && c <= '~' && (!escaped || c == '"' || c == '\\'));
      value.append(c);
      at++;
    }
    return value.toString();
  }

  private Long integer() {
    int from = at;
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
    require(at > from && at - from <= MOST_DIGITS);
    return Long.valueOf(text.substring(from, at));
  }

  private byte[] bytes() {
    expect(':');
    int end = text.indexOf(':', at);
    require(end >= 0);
    byte[] value = Base64.getDecoder().decode(text.substring(at, end));
    at = end + 1;
    return value;
  }

  private String key() {
    int from = at;
    require(next() == '*' || isLetter(next()));
    while (at < text.length() && isOfKey(text.charAt(at))) {
      at++;
    }
    return text.substring(from, at);
  }

  private void skipSpaces() {
    while (take(' ') || take('\t')) {
      // The position moves on.
    }
  }

  private void expect(char c) {
    require(take(c));
  }

  private boolean take(char c) {
    boolean there = at < text.length() && text.charAt(at) == c;
    at += there ? 1 : 0;
    return there;
  }

  private char next() {
    require(at < text.length());
    return text.charAt(at);
  }

  private static <T> void once(Map<String, T> values, String key, T value) {
    require(values.putIfAbsent(key, value) == null);
  }

  private static void require(boolean wellFormed) {
    if (!wellFormed) {
      throw new IllegalArgumentException("malformed structured field");
    }
  }

  private static boolean isOfKey(char c) {
    return isLetter(c) || isDigit(c) || "_-.*".indexOf(c) >= 0;
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
