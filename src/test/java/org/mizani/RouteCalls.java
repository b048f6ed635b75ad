package org.mizani;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Calls of every operation that the service has registered: the example of the document that has
 * the operation, or a call without values if no document has it.
 */
record RouteCalls(List<ContractDocument> documents) {

  private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");

  /** What an operation deletes, others of its path have had before. */
  private static final Comparator<String[]> LAST_DELETED =
      Comparator.comparing((String[] operation) -> operation[1])
          .thenComparing(operation -> operation[0].equals("DELETE"));

  /**
   * The calls of all routes below a path, in the order of their paths.
   *
   * @param pathValues values of path parameters: by the parameter's name; by the path up to the
   *     parameter where several are named {@code id}; by the whole path where its last one needs a
   *     value of its own
   */
  List<DocumentedCall> below(String beginning, Map<String, String> pathValues) {
    return RegisteredRoutes.operations().stream()
        .map(operation -> operation.split(" "))
        .filter(operation -> operation[1].startsWith(beginning))
        .sorted(LAST_DELETED)
        .map(operation -> example(operation[0], operation[1]))
        .map(call -> withPathValues(call, pathValues))
        .toList();
  }

  private DocumentedCall example(String verb, String path) {
    return documents.stream()
        .flatMap(document -> document.operations().stream())
        .filter(operation -> operation.method().equals(verb) && operation.path().equals(path))
        .findFirst()
        .orElseGet(
            () -> new DocumentedOperation(verb, path, MissingNode.getInstance(), documents.get(0)))
        .example();
  }

  private static DocumentedCall withPathValues(
      DocumentedCall call, Map<String, String> pathValues) {
    String path = call.operation().path();
    DocumentedCall named = call;
    for (MatchResult parameter : PARAMETER.matcher(path).results().toList()) {
      String name = parameter.group(1);
      String usual =
          pathValues.getOrDefault(path.substring(0, parameter.start()), pathValues.get(name));
      boolean isLast = path.indexOf('{', parameter.end()) < 0;
      String value = isLast ? pathValues.getOrDefault(path, usual) : usual;
      named = named.withParameter(name, value == null ? "any" : value);
    }
    return named;
  }
}
