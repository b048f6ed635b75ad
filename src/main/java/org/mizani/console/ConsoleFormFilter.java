package org.mizani.console;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ErrorCode;
import org.mizani.http.ExchangeFilter;

/**
 * Filter of the console's forms: refuses those that a browser sends from a page of elsewhere, the
 * log-in's too, and those that do not tell from where they come.
 */
@Singleton
public class ConsoleFormFilter {

  private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");
  private static final String SITE = "Sec-Fetch-Site";
  private static final String SAME = "same-origin";

  /**
   * Requires that a form comes from a page of this console.
   *
   * @throws ApiFault.ApiException 400 otherwise
   */
  @ServerRequestFilter(preMatching = true)
  public void requireOwnPage(ContainerRequestContext request, RoutingContext exchange) {
    if (ExchangeFilter.isConsole(request.getUriInfo().getPath())
        && !READS.contains(request.getMethod())
        && !isOwn(exchange.request())) {
      throw ApiFault.of(
              ErrorCode.FIELD_VALUE, "form of another site: send it from a page of the console")
          .asException();
    }
  }

  /** Browsers send {@code Sec-Fetch-Site} over TLS and to this machine, else {@code Origin}. */
  static boolean isOwn(HttpServerRequest request) {
    String site = request.getHeader(SITE);
    if (site != null) {
      return site.equals(SAME);
    }
    return Optional.ofNullable(request.getHeader("Origin"))
        .map(ConsoleFormFilter::authority)
        .filter(own -> own.equals(String.valueOf(request.authority())))
        .isPresent();
  }

  private static String authority(String origin) {
    try {
      return String.valueOf(URI.create(origin).getRawAuthority());
    } catch (IllegalArgumentException e) {
      return ""; // no host has this name
    }
  }
}
