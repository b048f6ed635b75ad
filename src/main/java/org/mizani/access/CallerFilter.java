package org.mizani.access;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.mizani.fault.ApiFault;

/**
 * Lets nobody into {@code /business} without a valid token (specification, section 5), then counts
 * the request against the key's allowance. It runs before anything of the request is looked at.
 */
@Singleton
public class CallerFilter {

  private static final String GUARDED = "/business";
  private static final String OPEN = "/business/auth";

  private final AccessTokens tokens;
  private final Callers callers;
  private final RateLimiter limiter;
  private final CurrentCaller currentCaller;

  // The framework makes its filters at build time: what they need comes as client proxies.
  CallerFilter(
      AccessTokens tokens, Callers callers, RateLimiter limiter, CurrentCaller currentCaller) {
    this.tokens = tokens;
    this.callers = callers;
    this.limiter = limiter;
    this.currentCaller = currentCaller;
  }

  @ServerRequestFilter(preMatching = true)
  public Uni<Void> identify(ContainerRequestContext request, RoutingContext exchange) {
    String path = request.getUriInfo().getPath();
    if (!path.startsWith(GUARDED) || path.equals(OPEN)) {
      return Uni.createFrom().voidItem();
    }
    AccessTokens.Grant grant = grantOf(request.getHeaderString(HttpHeaders.AUTHORIZATION));
    return callers
        .find(grant.apiKeyId())
        .map(found -> found.orElseThrow(ApiFault.MALFORMED_TOKEN::asException))
        .chain(caller -> admit(caller, exchange));
  }

  private AccessTokens.Grant grantOf(String authorization) {
    return tokens
        .verify(BearerToken.of(authorization))
        .orElseThrow(ApiFault.MALFORMED_TOKEN::asException);
  }

  private Uni<Void> admit(Caller caller, RoutingContext exchange) {
    return limiter
        .take(caller.apiKeyId())
        .invoke(allowance -> allowance.tell(exchange.response()))
        .invoke(RateLimitStatus::requireAdmitted)
        .invoke(
            allowance -> {
              if (caller.suspended()) {
                throw ApiFault.BUSINESS_SUSPENDED.asException();
              }
              currentCaller.is(caller);
            })
        .replaceWithVoid();
  }
}
