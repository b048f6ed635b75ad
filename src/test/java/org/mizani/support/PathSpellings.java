package org.mizani.support;

import java.util.List;
import java.util.Locale;

/** Spellings of a path that one parser takes for the path, and another for a different one. */
public final class PathSpellings {

  private PathSpellings() {}

  /**
   * Other spellings of a target.
   *
   * @param target the path from its slash on, and the query if it has one
   * @param elsewhere a path of one segment that leads to another interface, such as {@code /q}
   */
  public static List<String> of(String target, String elsewhere) {
    String[] parts = target.split("\\?", 2);
    String path = parts[0];
    String query = parts.length > 1 ? "?" + parts[1] : "";
    int end = path.indexOf('/', 1);
    String first = path.substring(0, end);
    String rest = path.substring(end);
    String letter = Integer.toHexString(path.charAt(1));
    return List.of(
            "/" + path,
            path + "/",
            path + ";x=1",
            first + "/" + rest,
            first + ";x" + rest,
            "/;x=1" + path,
            "/." + path,
            first + "/." + rest,
            "/q/.." + path,
            elsewhere + "/.." + path,
            elsewhere + "/..;" + path,
            elsewhere + "/%2e%2e" + path,
            elsewhere + "%2f.." + path,
            elsewhere + "%2f..%2f" + path.substring(1),
            elsewhere + "/auth/../.." + path,
            elsewhere + "/auth/..;/..;" + path,
            first + "/auth/.." + rest,
            first + "/auth/..;" + rest,
            first + "/auth/%2e%2e" + rest,
            first + "/auth%2f.." + rest,
            first + "/auth;/.." + rest,
            "/%" + letter + path.substring(2),
            "/%25" + letter + path.substring(2),
            first + "%2f" + rest.substring(1),
            "/%2f" + path.substring(1),
            path.replace('/', '\\'),
            first + rest + "%00",
            "/" + Character.toUpperCase(path.charAt(1)) + path.substring(2),
            first.toUpperCase(Locale.ROOT) + rest,
            "http://localhost" + path)
        .stream()
        .map(spelling -> spelling + query)
        .toList();
  }
}
