package org.mizani.web;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.Components;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.media.MediaType;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;
import org.eclipse.microprofile.openapi.models.responses.APIResponses;
import org.mizani.fault.ApiFault;
import org.mizani.fault.FaultBody;

/**
 * Makes an OpenAPI document for somebody, at build time. Partners and operators have one each: all
 * operations are scanned for both, and those of the others taken out. It is completed with what is
 * alike in every operation: the errors that any request may meet, the headers of every answer, and
 * the fields that {@link Glossary} explains. An operation itself declares only what is its own.
 */
abstract class DocumentFilter implements OASFilter {

  /** What all paths of operators begin with. */
  static final String OPERATORS = "/operator/";

  private static final String JSON = "application/json";
  private static final String RESPONSES = "#/components/responses/";
  private static final String PARAMETERS = "#/components/parameters/";
  private static final String SCHEMAS = "#/components/schemas/";

  /** Whether the document is for whoever calls this path. */
  abstract boolean concerns(String path);

  /** Takes out of the document what else is only for others. */
  abstract void removeWhatIsOfOthers(OpenAPI document);

  /** What every operation may answer; the unauthorized one first, which open ones never answer. */
  abstract List<DocumentedRefusal> commonRefusals();

  /** Whether requests are counted against an allowance, of which answers tell. */
  abstract boolean counted();

  @Override
  public final void filterOpenAPI(OpenAPI document) {
    List.copyOf(document.getPaths().getPathItems().keySet()).stream()
        .filter(path -> !concerns(path))
        .forEach(document.getPaths()::removePathItem);
    removeWhatIsOfOthers(document);
    complete(document);
  }

  private void complete(OpenAPI document) {
    operations(document).forEach(this::addCommonRefusals);
    Components components = document.getComponents();
    Set<String> used = new TreeSet<>();
    operations(document).forEach(operation -> used.addAll(refs(operation.getResponses())));
    DocumentedRefusal.all().stream()
        .filter(refusal -> used.contains(RESPONSES + refusal.refName()))
        .forEach(refusal -> components.addResponse(refusal.refName(), response(refusal)));
    operations(document)
        .flatMap(operation -> operation.getResponses().getAPIResponses().values().stream())
        .filter(response -> response.getRef() == null)
        .forEach(response -> DocumentedHeaders.addTo(response, counted()));
    DocumentedHeaders.all(counted()).forEach(components::addHeader);
    Glossary.explain(components.getSchemas());
    operations(document)
        .map(Operation::getParameters)
        .filter(Objects::nonNull)
        .forEach(parameters -> parameters.forEach(Glossary::explain));
    operations(document).forEach(DocumentFilter::sortByStatus);
    document.getWebhooks().values().stream()
        .flatMap(webhook -> webhook.getOperations().values().stream())
        .forEach(webhook -> signed(webhook, components.getParameters().keySet()));
  }

  private static Stream<Operation> operations(OpenAPI document) {
    return document.getPaths().getPathItems().values().stream()
        .map(PathItem::getOperations)
        .flatMap(operations -> operations.values().stream());
  }

  private void addCommonRefusals(Operation operation) {
    boolean open = operation.getSecurity() != null && operation.getSecurity().isEmpty();
    commonRefusals().stream().skip(open ? 1 : 0).forEach(refusal -> add(operation, refusal));
    if (operation.getRequestBody() != null) {
      add(operation, DocumentedRefusal.TOO_LARGE);
    }
  }

  private static void add(Operation operation, DocumentedRefusal refusal) {
    APIResponses responses = operation.getResponses();
    if (!responses.hasAPIResponse(refusal.status())) {
      responses.addAPIResponse(
          refusal.status(), OASFactory.createAPIResponse().ref(RESPONSES + refusal.refName()));
    }
  }

  /** No token guards a webhook but its headers, the only parameters that are named ones. */
  private static void signed(Operation webhook, Set<String> headers) {
    webhook.setSecurity(List.of());
    headers.forEach(
        header -> webhook.addParameter(OASFactory.createParameter().ref(PARAMETERS + header)));
  }

  private static void sortByStatus(Operation operation) {
    APIResponses sorted = OASFactory.createAPIResponses();
    new TreeMap<>(operation.getResponses().getAPIResponses()).forEach(sorted::addAPIResponse);
    operation.setResponses(sorted);
  }

  private static Set<String> refs(APIResponses responses) {
    Set<String> refs = new TreeSet<>();
    responses.getAPIResponses().values().stream()
        .map(APIResponse::getRef)
        .filter(Objects::nonNull)
        .forEach(refs::add);
    return refs;
  }

  private APIResponse response(DocumentedRefusal refusal) {
    ApiFault first = refusal.faults().get(0);
    String schema = first.authorization() ? "AuthorizationError" : "Error";
    MediaType content =
        OASFactory.createMediaType().schema(OASFactory.createSchema().ref(SCHEMAS + schema));
    refusal
        .faults()
        .forEach(
            fault ->
                content.addExample(
                    fault.message(), OASFactory.createExample().value(example(fault.body()))));
    APIResponse response =
        OASFactory.createAPIResponse()
            .description(refusal.description())
            .content(OASFactory.createContent().addMediaType(JSON, content));
    DocumentedHeaders.addTo(response, refusal, counted());
    return response;
  }

  private static Map<String, Object> example(FaultBody body) {
    if (body instanceof FaultBody.Usual usual) {
      return new TreeMap<>(Map.of("code", usual.code(), "error", usual.error()));
    }
    return Map.of("message", ((FaultBody.Authorization) body).message());
  }
}
