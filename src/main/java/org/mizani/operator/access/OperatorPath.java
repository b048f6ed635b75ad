package org.mizani.operator.access;

import org.mizani.http.PathSegments;

/** Rule of the paths that lead to the operator interface. */
final class OperatorPath {

  private static final String FIRST = "operator";

  private OperatorPath() {}

  /** Whether a path leads to the operator interface, in the one usual spelling. */
  static boolean is(String normalizedPath) {
    boolean plain =
        normalizedPath.equals("/" + FIRST) || normalizedPath.startsWith("/" + FIRST + "/");
    return plain && mayBe(normalizedPath);
  }

  /** Whether some server could read a path as one that leads there. */
  static boolean mayBe(String path) {
    return PathSegments.first(path).startsWith(FIRST);
  }
}
