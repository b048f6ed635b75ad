package org.mizani.operator;

import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * Lets a statement be asked for as CSV. What a request accepts is always taken to be JSON, and to a
 * stream of JSON the framework adds line feeds: it has to know from the beginning that this is
 * none.
 */
@Singleton
public class StatementFormatFilter {

  @ServerRequestFilter(preMatching = true)
  public void choose(ContainerRequestContext request) {
    String path = request.getUriInfo().getPath();
    if (path.startsWith("/operator/") && path.endsWith("/statement") && isCsv(request)) {
      request.getHeaders().putSingle(HttpHeaders.ACCEPT, StatementResource.CSV);
    }
  }

  private static boolean isCsv(ContainerRequestContext request) {
    return "csv".equals(request.getUriInfo().getQueryParameters().getFirst("format"));
  }
}
