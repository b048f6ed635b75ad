package org.mizani.access;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.regex.Pattern;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.mizani.fault.ApiFault;

/**
 * Filter of {@code /business}: it requires a valid token (specification, section 5), then counts
 * the request against the key's rate limit. It runs before any other check of the request.
 */
@Singleton
public class CallerFilter {

  private static final String GUARDED = "/business";
  private static final Pattern OPEN = Pattern.compile("/business/auth/?");

  private final AccessTokens tokens;
  private final Callers callers;
  private final RateLimiter limiter;

  // The framework creates its filters at build time: their dependencies are client proxies.
  CallerFilter(AccessTokens tokens, Callers callers, RateLimiter limiter) {
    this.tokens = tokens;
    this.callers = callers;
    this.limiter = limiter;
  }

  @ServerRequestFilter(preMatching = true)
  public Uni<Void> identify(ContainerRequestContext request, RoutingContext exchange) {
    String path = request.getUriInfo().getPath();
    if (!path.startsWith(GUARDED) || OPEN.matcher(path).matches()) {
      return Uni.createFrom().voidItem();
    }
    String token = TokenIssuer.bearerToken(request.getHeaderString(HttpHeaders.AUTHORIZATION));
    AccessTokens.Grant grant = tokens.verify(token);
    return callers
        .find(grant.apiKeyId())
        .map(found -> found.orElseThrow(ApiFault.KEY_REVOKED::asException))
        .chain(caller -> admit(caller, exchange));
  }

  private Uni<Void> admit(Caller caller, RoutingContext exchange) {
    return limiter
        .admit(caller.apiKeyId(), exchange.response())
        .invoke(
            () -> {
              caller.permissions().requireAllowed(exchange.request());
              if (caller.suspended()) {
                throw ApiFault.BUSINESS_SUSPENDED.asException();
              }
              CurrentCaller.identify(exchange, caller);
            });
  }
}
