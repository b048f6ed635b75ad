package org.mizani.operator.access;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.regex.Pattern;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.mizani.access.TokenIssuer;
import org.mizani.audit.Actor;
import org.mizani.fault.ApiFault;
import org.mizani.http.ExchangeFilter;

/**
 * Filter of {@code /operator}: refuses requests without a valid operator's token, before the
 * request is read any further. A partner's token is not valid here.
 */
@Singleton
public class OperatorFilter {

  private static final String GUARDED = "/operator";
  private static final Pattern OPEN = Pattern.compile("/operator/auth/?");

  // The framework makes its filters at build time, when there are no settings yet.
  private final Instance<OperatorCredential> credential;
  private final CurrentOperator currentOperator;

  OperatorFilter(Instance<OperatorCredential> credential, CurrentOperator currentOperator) {
    this.credential = credential;
    this.currentOperator = currentOperator;
  }

  /**
   * Identifies the operator.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 401 without a valid operator's token
   */
  @ServerRequestFilter(preMatching = true)
  public Uni<Void> identify(ContainerRequestContext request) {
    String path = request.getUriInfo().getPath();
    if (path.startsWith(GUARDED) && !OPEN.matcher(path).matches()) {
      String token = TokenIssuer.bearerToken(request.getHeaderString(HttpHeaders.AUTHORIZATION));
      String key =
          credential.get().verify(token).orElseThrow(ApiFault.MALFORMED_TOKEN::asException);
      currentOperator.is(new Actor(key, request.getHeaderString(ExchangeFilter.REQUEST_ID)));
    }
    return Uni.createFrom().voidItem();
  }
}
