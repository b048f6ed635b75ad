package org.mizani;

import static org.mizani.support.Request.given;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.mizani.support.RawHttp;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.ServicePort;

/**
 * A request of the document's examples, or one that differs from an example.
 *
 * @param parameters values by name, of the path and the query
 * @param body JSON text, empty if there is none
 */
record DocumentedCall(
    DocumentedOperation operation, String name, Map<String, String> parameters, String body) {

  private static final List<String> REFERENCES =
      List.of("businessReference", "reference", "operatorKey");

  /** Sends it with this token, or without a token if it is empty. */
  Response send(String token) {
    return send(ServicePort.number(), token);
  }

  /** The same at another port than the service's usual one. */
  Response send(int port, String token) {
    Request request = given().port(port).asWritten();
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    if (operation.hasBody()) {
      request.contentType("application/json").body(body);
    }
    return request.request(operation.method(), target());
  }

  /** Sends it byte for byte with another verb and target; answers the HTTP status. */
  int sendRaw(String verb, String target, String token) {
    String head =
        RawHttp.request(
            verb + " " + target,
            "Authorization: Bearer " + token,
            "Content-Type: application/json",
            "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length);
    return RawHttp.send((head + body).getBytes(StandardCharsets.UTF_8)).status();
  }

  /** Path and query of the request, URL-encoded. */
  String target() {
    String path = operation.path();
    List<String> query = new ArrayList<>();
    for (var parameter : parameters.entrySet()) {
      String value =
          URLEncoder.encode(parameter.getValue(), StandardCharsets.UTF_8).replace("+", "%20");
      if (isOfPath(parameter.getKey())) {
        path = path.replace("{" + parameter.getKey() + "}", value);
      } else {
        query.add(parameter.getKey() + "=" + value);
      }
    }
    return path + (query.isEmpty() ? "" : "?" + String.join("&", query));
  }

  private boolean isOfPath(String name) {
    return operation.path().contains("{" + name + "}");
  }

  JsonNode json() {
    return ContractDocument.parse(body);
  }

  DocumentedCall withBody(String other) {
    return new DocumentedCall(operation, name, parameters, other);
  }

  /** A copy with another value of a field of the body; null removes the field. */
  DocumentedCall with(String field, Object value) {
    ObjectNode changed = json().deepCopy();
    if (value == null) {
      changed.remove(field);
    } else {
      changed.set(field, ContractDocument.JSON.valueToTree(value));
    }
    return withBody(changed.toString());
  }

  /** A copy with an unused reference, if the body has a reference at all. */
  DocumentedCall withFreshReference() {
    DocumentedCall fresh = this;
    for (String field : REFERENCES) {
      if (operation.bodyProperties().containsKey(field)) {
        fresh = fresh.with(field, UUID.randomUUID().toString());
      }
    }
    return fresh;
  }

  DocumentedCall withParameter(String parameter, String value) {
    Map<String, String> changed = new LinkedHashMap<>(parameters);
    changed.put(parameter, value);
    return new DocumentedCall(operation, name, changed, body);
  }

  /** A copy with this value for all parameters of the query, or without a query if it is null. */
  DocumentedCall withQuery(String value) {
    Map<String, String> changed = new LinkedHashMap<>(parameters);
    changed.keySet().removeIf(name -> !isOfPath(name));
    if (value != null) {
      operation.parameters().stream()
          .filter(parameter -> parameter.path("in").asText().equals("query"))
          .forEach(parameter -> changed.put(parameter.path("name").asText(), value));
    }
    return new DocumentedCall(operation, name, changed, body);
  }

  @Override
  public String toString() {
    return operation + ", " + name;
  }
}
