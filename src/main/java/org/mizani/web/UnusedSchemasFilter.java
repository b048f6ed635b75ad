package org.mizani.web;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import io.smallrye.openapi.api.util.UnusedSchemaFilter;
import org.eclipse.microprofile.openapi.OASFilter;

/**
 * Takes out of each document the schemas of what {@link DocumentFilter} has taken out before. At
 * build time filters run in the order of their names, so this one has to be the last.
 */
@OpenApiFilter(
    stages = OpenApiFilter.RunStage.BUILD,
    documentNames = OpenApiFilter.FILTER_RUN_FOR_ANY_DOCUMENT)
// Quarkus finds only what names the interface itself.
public final class UnusedSchemasFilter extends UnusedSchemaFilter implements OASFilter {}
