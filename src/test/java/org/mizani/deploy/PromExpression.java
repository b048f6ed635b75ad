package org.mizani.deploy;

import static java.util.stream.Collectors.toSet;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The names in an expression of Prometheus. */
record PromExpression(String text) {

  private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"");
  private static final Pattern SELECTOR = Pattern.compile("([a-zA-Z_:][\\w:]*)\\{([^}]*)}");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)");
  private static final Pattern GROUPING =
      Pattern.compile("\\b(?:by|without|on|ignoring)\\s*\\(([^)]*)\\)");
  private static final Pattern ASIDE = Pattern.compile("\\{[^}]*}|\\[[^\\]]*]");
  private static final Pattern NAME = Pattern.compile("(?<![\\w:.$])[a-zA-Z_:][\\w:]*+(?!\\s*\\()");
  private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");
  private static final Set<String> OPERATORS = Set.of("and", "or", "unless", "bool", "offset");

  /** Names of the series that it reads. */
  Set<String> series() {
    String names = unquoted();
    for (Pattern other : new Pattern[] {GROUPING, ASIDE}) {
      names = other.matcher(names).replaceAll(" ");
    }
    return NAME.matcher(names)
        .results()
        .map(name -> name.group())
        .filter(name -> !OPERATORS.contains(name))
        .collect(toSet());
  }

  /** Labels that it selects series by, by the name of the series. */
  Map<String, Set<String>> selected() {
    Map<String, Set<String>> labels = new TreeMap<>();
    SELECTOR
        .matcher(unquoted())
        .results()
        .forEach(
            selector ->
                MATCHER
                    .matcher(selector.group(2))
                    .results()
                    .forEach(
                        label ->
                            labels
                                .computeIfAbsent(selector.group(1), name -> new HashSet<>())
                                .add(label.group(1))));
    return labels;
  }

  /** Labels that it groups by. */
  Set<String> grouped() {
    return GROUPING
        .matcher(unquoted())
        .results()
        .flatMap(labels -> COMMA.splitAsStream(labels.group(1).strip()))
        .collect(toSet());
  }

  private String unquoted() {
    return QUOTED.matcher(text).replaceAll("\"\"");
  }
}
