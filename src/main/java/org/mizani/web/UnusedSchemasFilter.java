package org.mizani.web;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import io.smallrye.openapi.model.BaseModel;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.Components;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.media.Schema;

/**
 * Takes out of each document the schemas that nothing in it leads to, such as those of what {@link
 * DocumentFilter} has taken out before. At build time filters run in the order of their names, so
 * this one has to be the last.
 */
@OpenApiFilter(
    stages = OpenApiFilter.RunStage.BUILD,
    documentNames = OpenApiFilter.FILTER_RUN_FOR_ANY_DOCUMENT)
public final class UnusedSchemasFilter implements OASFilter {

  private static final String SCHEMAS = "#/components/schemas/";

  @Override
  public void filterOpenAPI(OpenAPI document) {
    Components components = document.getComponents();
    Map<String, Schema> schemas = new LinkedHashMap<>(components.getSchemas());
    components.setSchemas(null);
    Set<String> used = new HashSet<>();
    follow(document, schemas, used);
    schemas.keySet().retainAll(used);
    components.setSchemas(schemas);
  }

  /** Walks through all that a part of the document holds, and through the schemas it leads to. */
  private static void follow(Object part, Map<String, Schema> schemas, Set<String> used) {
    if (part instanceof BaseModel<?> model) {
      String ref = model.getRef();
      if (ref != null && ref.startsWith(SCHEMAS)) {
        String name = ref.substring(SCHEMAS.length());
        if (used.add(name)) {
          follow(schemas.get(name), schemas, used);
        }
      }
      follow(model.getAllProperties(), schemas, used);
    } else if (part instanceof Map<?, ?> map) {
      map.values().forEach(value -> follow(value, schemas, used));
    } else if (part instanceof Collection<?> items) {
      items.forEach(item -> follow(item, schemas, used));
    }
  }
}
