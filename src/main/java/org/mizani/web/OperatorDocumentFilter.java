package org.mizani.web;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;

/** The document of the operator interface, which stands at {@code /operator/openapi}. */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD, documentNames = "operator")
// Quarkus finds only what names the interface itself.
public final class OperatorDocumentFilter extends DocumentFilter implements OASFilter {

  private static final String DESCRIPTION =
      """
      What administrators of the service do. Get a token at `POST /operator/auth`; a partner's \
      token opens nothing here, and an operator's opens nothing of partners. Bodies are JSON \
      objects of 64 KiB at most, amounts plain decimals in major units, times ISO 8601 in UTC. \
      Lists are the newest first: `limit` is 50, and 500 at most, `cursor` takes the `nextCursor` of \
      the page before. Errors are `{"code":0,"error":"<message>"}`, those of the Authorization \
      header `{"message":"<message>"}`. Every change is in the audit log.
      """;

  @Override
  boolean concerns(String path) {
    return path.startsWith(OPERATORS);
  }

  @Override
  void removeWhatIsOfOthers(OpenAPI document) {
    document.getInfo().title("Business Payments, operator interface").description(DESCRIPTION);
    document.setTags(
        List.of(OASFactory.createTag().name("Operator").description("Running the service")));
    document.setWebhooks(Map.of());
    document.getComponents().setParameters(Map.of());
    document
        .getComponents()
        .getSecuritySchemes()
        .values()
        .forEach(scheme -> scheme.description("The accessToken of /operator/auth"));
  }

  @Override
  List<DocumentedRefusal> commonRefusals() {
    return List.of(
        DocumentedRefusal.OPERATOR_UNAUTHORIZED,
        DocumentedRefusal.INTERNAL_ERROR,
        DocumentedRefusal.UNAVAILABLE);
  }

  @Override
  boolean counted() {
    return false;
  }
}
