package org.mizani.operator.access;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.mizani.access.BearerToken;
import org.mizani.fault.ApiFault;

/**
 * Lets nobody into {@code /operator} without a valid operator's token; a partner's is none. It runs
 * before anything of the request is looked at. No cache keeps what operators are answered: tokens,
 * and the secrets that are shown once, are among it.
 */
@Singleton
public class OperatorFilter {

  private static final String GUARDED = "/operator";
  private static final String OPEN = "/operator/auth";
  private static final String REQUEST_ID = "X-Request-Id";

  // The framework makes its filters at build time, when there are no settings yet.
  private final Instance<OperatorTokens> tokens;
  private final CurrentOperator currentOperator;

  OperatorFilter(Instance<OperatorTokens> tokens, CurrentOperator currentOperator) {
    this.tokens = tokens;
    this.currentOperator = currentOperator;
  }

  @ServerRequestFilter(preMatching = true)
  public Uni<Void> identify(ContainerRequestContext request) {
    String path = request.getUriInfo().getPath();
    if (path.startsWith(GUARDED) && !path.equals(OPEN)) {
      String token = BearerToken.of(request.getHeaderString(HttpHeaders.AUTHORIZATION));
      String key = tokens.get().verify(token).orElseThrow(ApiFault.MALFORMED_TOKEN::asException);
      currentOperator.is(new CurrentOperator.Operator(key, request.getHeaderString(REQUEST_ID)));
    }
    return Uni.createFrom().voidItem();
  }
}
