package org.mizani.operator.query;

import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.Set;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.SimpleResourceInfo;
import org.mizani.http.ExchangeFilter;
import org.mizani.http.QueryNames;

/**
 * Filter of {@code /operator} and {@code /console}: refuses a query with a parameter that the
 * operation does not have. A filter that is misspelt would filter nothing, and the first payment of
 * the list be another business's.
 */
@Singleton
public class QueryFilter {

  private static final String GUARDED = "/operator/";

  /** After the filter that admits operators: to others an operation tells nothing. */
  private static final int AFTER_ADMISSION = Priorities.USER + 1;

  private static final Set<String> READS = Set.of("GET", "HEAD");

  /** Those that programs send on, empty at first. */
  private static final Set<String> OF_PAGES = Set.of("cursor", "limit");

  /**
   * Refuses parameters that the operation does not have, one that is given twice, and a filter of a
   * read without a value: it would filter nothing either. A form of the console sends the fields
   * too that its user has left empty.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 that names the parameter
   */
  @ServerRequestFilter(priority = AFTER_ADMISSION)
  public void requireKnown(
      ContainerRequestContext request, RoutingContext exchange, SimpleResourceInfo operation) {
    String path = request.getUriInfo().getPath();
    boolean console = ExchangeFilter.isConsole(path);
    if (console || path.startsWith(GUARDED)) {
      QueryNames.requireOnly(
          exchange, QueryParameters.of(operation.getResourceClass(), operation.getMethodName()));
      if (!console && READS.contains(request.getMethod())) {
        QueryNames.requireValues(exchange, OF_PAGES);
      }
    }
  }
}
