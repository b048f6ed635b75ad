package org.mizani;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A call of every operation that the service has registered: the example of the document that it is
 * in, or one with nothing where it is in none.
 */
record RouteCalls(List<ContractDocument> documents) {

  private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");

  /**
   * The calls of all routes below a path, in the order of their paths.
   *
   * @param things what paths name, by the parameter's name, or by the path up to it where several
   *     things go by the name of {@code id}, or by the whole path where it wants another one
   */
  List<DocumentedCall> below(String beginning, Map<String, String> things) {
    return RegisteredRoutes.operations().stream()
        .map(operation -> operation.split(" "))
        .filter(operation -> operation[1].startsWith(beginning))
        .sorted(Comparator.comparing(operation -> operation[1]))
        .map(operation -> example(operation[0], operation[1]))
        .map(call -> naming(call, things))
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

  private static DocumentedCall naming(DocumentedCall call, Map<String, String> things) {
    String path = call.operation().path();
    DocumentedCall named = call;
    for (MatchResult parameter : PARAMETER.matcher(path).results().toList()) {
      String name = parameter.group(1);
      String usual = things.getOrDefault(path.substring(0, parameter.start()), things.get(name));
      String thing = things.getOrDefault(path, usual);
      named = named.withParameter(name, thing == null ? "any" : thing);
    }
    return named;
  }
}
