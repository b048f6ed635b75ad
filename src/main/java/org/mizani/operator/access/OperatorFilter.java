package org.mizani.operator.access;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.Cookie;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.SimpleResourceInfo;
import org.mizani.access.TokenIssuer;
import org.mizani.audit.Actor;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.http.ExchangeFilter;

/**
 * Filter of {@code /operator} and {@code /console}: refuses requests without a valid operator's
 * token, and operations above the operator's role, before the request is read any further. A
 * partner's token is not valid here. The console's token is in a cookie, which {@code /operator}
 * does not read: a browser sends it by itself.
 */
@Singleton
public class OperatorFilter {

  /** Cookie with the token of the console; browsers keep it to this host, and to TLS. */
  public static final String SESSION_COOKIE = "__Host-console";

  private static final String GUARDED = "/operator";
  private static final Pattern OPEN =
      Pattern.compile("/operator/auth(/oidc)?/?|/console/(log-in(/identity)?/?|assets/.*)");
  private static final String SESSION = OperatorSession.class.getName();

  // The framework makes its filters at build time, when there are no settings yet.
  private final Instance<OperatorSessions> sessions;
  private final CurrentOperator currentOperator;

  OperatorFilter(Instance<OperatorSessions> sessions, CurrentOperator currentOperator) {
    this.sessions = sessions;
    this.currentOperator = currentOperator;
  }

  /**
   * Finds the session of the token, and keeps it in the exchange: the request's context is not
   * active after the database's answer.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 401 without a valid operator's token
   */
  @ServerRequestFilter(preMatching = true)
  public Uni<Void> identify(ContainerRequestContext request, RoutingContext exchange) {
    String path = request.getUriInfo().getPath();
    boolean console = ExchangeFilter.isConsole(path);
    if (!(console || path.startsWith(GUARDED)) || OPEN.matcher(path).matches()) {
      return Uni.createFrom().voidItem();
    }
    String token =
        console
            ? sessionToken(exchange).orElseThrow(ApiFault.TOKEN_MISSING::asException)
            : TokenIssuer.bearerToken(request.getHeaderString(HttpHeaders.AUTHORIZATION));
    return sessions
        .get()
        .find(token)
        .map(found -> found.orElseThrow(ApiFault.TOKEN_INVALID::asException))
        .invoke(session -> exchange.put(SESSION, session))
        .replaceWithVoid();
  }

  /** The token of the console's cookie, which need not be valid; empty without the cookie. */
  public static Optional<String> sessionToken(RoutingContext exchange) {
    return Optional.ofNullable(exchange.request().getCookie(SESSION_COOKIE)).map(Cookie::getValue);
  }

  /**
   * Admits the operator to the operation.
   *
   * @throws RefusedOperation 403 above the operator's role
   */
  @ServerRequestFilter
  public void authorize(
      ContainerRequestContext request, RoutingContext exchange, SimpleResourceInfo operation) {
    OperatorSession session = exchange.get(SESSION);
    if (session != null) {
      String requestId = request.getHeaderString(ExchangeFilter.REQUEST_ID);
      Actor actor = new Actor(session.key(), requestId, session.epoch());
      String name =
          OperatorRights.operation(operation.getResourceClass(), operation.getMethodName());
      String line = request.getMethod() + " " + exchange.request().path();
      Function<ApiException, RefusedOperation> refusals =
          refusal -> new RefusedOperation(actor, session.role(), name, line, refusal);
      try {
        OperatorRights.require(session, name);
      } catch (ApiException refusal) {
        throw refusals.apply(refusal);
      }
      currentOperator.is(session, actor, refusals);
    }
  }
}
