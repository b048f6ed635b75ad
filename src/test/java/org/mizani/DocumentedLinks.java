package org.mizani;

import static org.mizani.ContractDocument.members;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import org.mizani.support.Response;

/**
 * Links of the document between operations that follow one another: for instance, a read takes the
 * id that a creation has answered. Known expressions are {@code $request.body#/…} and {@code
 * $response.body#/…}.
 */
final class DocumentedLinks {

  private static final String REQUEST = "$request.body#";
  private static final String RESPONSE = "$response.body#";

  private final Map<String, Map<String, String>> parameters = new HashMap<>();

  /** Keeps the parameters that a successful answer gives to other operations. */
  void follow(DocumentedCall call, Response answer) {
    JsonNode links =
        call.operation().responses().get(Integer.toString(answer.statusCode())).path("links");
    for (JsonNode link : links) {
      members(link.path("parameters"))
          .forEach(
              (name, expression) ->
                  parameters
                      .computeIfAbsent(link.path("operationId").asText(), id -> new HashMap<>())
                      .put(name, evaluate(expression.asText(), call, answer)));
    }
  }

  private static String evaluate(String expression, DocumentedCall call, Response answer) {
    JsonNode value;
    if (expression.startsWith(REQUEST)) {
      value = call.json().at(expression.substring(REQUEST.length()));
    } else if (expression.startsWith(RESPONSE)) {
      value = ContractDocument.parse(answer.asString()).at(expression.substring(RESPONSE.length()));
    } else {
      throw new AssertionError("a link that nobody here can follow: " + expression);
    }
    if (value.isMissingNode()) {
      throw new AssertionError(expression + " of " + call + " is not there");
    }
    return value.asText();
  }

  /** A copy of the call with the parameters that earlier answers gave to its operation. */
  DocumentedCall linked(DocumentedCall call) {
    DocumentedCall linked = call;
    for (var value : parameters.getOrDefault(call.operation().id(), Map.of()).entrySet()) {
      linked = linked.withParameter(value.getKey(), value.getValue());
    }
    return linked;
  }
}
