package org.mizani.qr;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Data objects of one level of an EMVCo payload. Each has an id of two digits, a length of two
 * digits (01 to 99, counted in characters, not in bytes or UTF-16 units) and a value.
 */
final class DataObjects {

  private static final int HEAD = 4;

  private DataObjects() {}

  /**
   * The values by their ids, in the order of the text. It is empty unless the text is made of data
   * objects to its last character, each with an id of its own.
   */
  static Optional<Map<String, String>> read(String text) {
    Map<String, String> objects = new LinkedHashMap<>();
    int start = 0;
    while (start < text.length()) {
      int end = endOfObject(text, start);
      if (end < 0) {
        return Optional.empty();
      }
      String id = text.substring(start, start + 2);
      if (objects.putIfAbsent(id, text.substring(start + HEAD, end)) != null) {
        return Optional.empty();
      }
      start = end;
    }
    return Optional.of(objects);
  }

  /** Whether a text is one or more ASCII digits. */
  static boolean isNumber(String text) {
    return !text.isEmpty() && areDigits(text, 0, text.length());
  }

  private static int endOfObject(String text, int start) {
    int value = start + HEAD;
    if (value > text.length() || !areDigits(text, start, value)) {
      return -1;
    }
    int length = (text.charAt(start + 2) - '0') * 10 + text.charAt(start + 3) - '0';
    return length == 0 ? -1 : skip(text, value, length);
  }

  private static int skip(String text, int from, int characters) {
    int at = from;
    for (int skipped = 0; skipped < characters; skipped++) {
      if (at >= text.length()) {
        return -1;
      }
      at += Character.charCount(text.codePointAt(at));
    }
    return at;
  }

  private static boolean areDigits(String text, int from, int to) {
    for (int at = from; at < to; at++) {
      if (text.charAt(at) < '0' || text.charAt(at) > '9') {
        return false;
      }
    }
    return true;
  }
}
