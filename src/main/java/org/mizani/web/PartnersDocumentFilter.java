package org.mizani.web;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.List;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;

/** The document of the partners' interface, which knows nothing of the operators'. */
@OpenApiFilter(
    stages = OpenApiFilter.RunStage.BUILD,
    documentNames = OpenApiFilter.DEFAULT_DOCUMENT_NAME)
// Quarkus finds only what names the interface itself.
public final class PartnersDocumentFilter extends DocumentFilter implements OASFilter {

  @Override
  boolean concerns(String path) {
    return !path.startsWith(OPERATORS);
  }

  @Override
  void removeWhatIsOfOthers(OpenAPI document) {
    // All tags and webhooks are the partners'.
  }

  @Override
  List<DocumentedRefusal> commonRefusals() {
    return List.of(
        DocumentedRefusal.UNAUTHORIZED,
        DocumentedRefusal.LIMITED,
        DocumentedRefusal.INTERNAL_ERROR,
        DocumentedRefusal.UNAVAILABLE);
  }

  @Override
  boolean counted() {
    return true;
  }
}
