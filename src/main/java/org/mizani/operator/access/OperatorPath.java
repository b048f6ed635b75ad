package org.mizani.operator.access;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** Rule of the paths that lead to the operator interface. */
final class OperatorPath {

  private static final String FIRST = "operator";
  // No proxy decodes a path more often than this.
  private static final int DECODINGS = 3;

  private OperatorPath() {}

  /** Whether a path leads to the operator interface, in the one usual spelling. */
  static boolean is(String normalizedPath) {
    boolean plain =
        normalizedPath.equals("/" + FIRST) || normalizedPath.startsWith("/" + FIRST + "/");
    return plain && mayBe(normalizedPath);
  }

  /**
   * Whether some server could read a path as one that leads there: encoded once or more often, with
   * parameters, other slashes, other case, or dot segments.
   */
  static boolean mayBe(String path) {
    Deque<String> segments = new ArrayDeque<>();
    for (String segment : decoded(path).split("[/\\\\]")) {
      String name = segment.split(";", 2)[0].strip();
      if (name.equals("..")) {
        segments.pollLast();
      } else if (!name.isEmpty() && !name.equals(".")) {
        segments.addLast(name);
      }
    }
    String first = segments.isEmpty() ? "" : segments.getFirst();
    return first.toLowerCase(Locale.ROOT).startsWith(FIRST);
  }

  private static String decoded(String path) {
    String text = path;
    for (int i = 0; i < DECODINGS; i++) {
      try {
        text = URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        return text; // not encoded, or not any more
      }
    }
    return text;
  }
}
