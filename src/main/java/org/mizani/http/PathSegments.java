package org.mizani.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Reading of a path as some server could read it: encoded once or more often, with parameters,
 * other slashes, other case, or dot segments.
 */
public final class PathSegments {

  // No proxy decodes a path more often than this.
  private static final int DECODINGS = 3;

  private PathSegments() {}

  /** Whether a path is this one, or below it, in the one usual spelling. */
  public static boolean isBelow(String top, String path) {
    return path.startsWith(top)
        && (path.length() == top.length() || path.charAt(top.length()) == '/');
  }

  /** The first segment, in lower case; empty if there is none. */
  public static String first(String path) {
    Deque<String> segments = new ArrayDeque<>();
    for (String segment : decoded(path).split("[/\\\\]")) {
      String name = segment.split(";", 2)[0].strip();
      if (name.equals("..")) {
        segments.pollLast();
      } else if (!name.isEmpty() && !name.equals(".")) {
        segments.addLast(name);
      }
    }
    return segments.isEmpty() ? "" : segments.getFirst().toLowerCase(Locale.ROOT);
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
