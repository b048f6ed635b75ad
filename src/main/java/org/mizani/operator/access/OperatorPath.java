package org.mizani.operator.access;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** Which paths are the operator interface's. */
final class OperatorPath {

  private static final String FIRST = "operator";
  // Nobody decodes a path more often than this.
  private static final int DECODINGS = 3;

  private OperatorPath() {}

  /** Whether a path leads to the operator interface, spelled as it is and in no other way. */
  static boolean is(String normalizedPath) {
    boolean plain =
        normalizedPath.equals("/" + FIRST) || normalizedPath.startsWith("/" + FIRST + "/");
    return plain && mayBe(normalizedPath);
  }

  /**
   * Whether anybody could take a path for one that leads there: encoded, doubly so, with
   * parameters, other slashes or letters, or by way of another.
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
