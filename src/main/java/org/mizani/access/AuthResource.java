package org.mizani.access;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.mizani.business.SecretHash;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;

/** Resource {@code POST /business/auth} (specification, section 4.1). */
@Path("/business/auth")
public class AuthResource {

  private static final String TOKEN_TYPE = "Bearer";
  private static final String GROUP = "business";
  // Compared with if the key is unknown, so that the answer takes the same time.
  private static final SecretHash UNKNOWN = SecretHash.of("nobody", "nothing");

  private final Callers callers;
  private final AccessTokens tokens;
  private final RateLimiter limiter;
  private final FailedAuthentications failed;

  AuthResource(
      Callers callers, AccessTokens tokens, RateLimiter limiter, FailedAuthentications failed) {
    this.callers = callers;
    this.tokens = tokens;
    this.limiter = limiter;
    this.failed = failed;
  }

  /** Request: key and secret of the partner. */
  public record AuthRequest(String apiKey, String apiSecret) {

    @Override
    public String toString() {
      return "AuthRequest[…]";
    }
  }

  /** Answer: a bearer token and its lifetime in seconds. */
  public record AuthAnswer(String accessToken, long expiresIn, String tokenType) {

    @Override
    public String toString() {
      return "AuthAnswer[…]";
    }
  }

  /** Exchanges an API key and its secret for a bearer token. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  public Uni<AuthAnswer> authenticate(AuthRequest request, RoutingContext exchange) {
    Fields.requireBody(request);
    boolean hasKey = !Fields.isBlank(request.apiKey());
    if (!hasKey || Fields.isBlank(request.apiSecret())) {
      throw ApiFault.CREDENTIALS_REQUIRED.at(hasKey ? "apiSecret" : "apiKey").asException();
    }
    AuthenticationAttempt attempt =
        AuthenticationAttempt.of(GROUP, request.apiKey(), exchange.request());
    return failed
        .unlessTooMany(attempt, () -> verified(request))
        .call(caller -> limiter.admit(caller.apiKeyId(), exchange.response()))
        .invoke(caller -> caller.permissions().requireAllowed(exchange.request()))
        .emitOn(Infrastructure.getDefaultWorkerPool())
        .map(this::answer);
  }

  private Uni<Optional<Caller>> verified(AuthRequest request) {
    SecretHash given = SecretHash.of(request.apiKey(), request.apiSecret());
    return callers.findByKey(request.apiKey()).map(found -> verified(found, given));
  }

  private static Optional<Caller> verified(Optional<Caller> found, SecretHash given) {
    boolean matches = found.map(Caller::secretHash).orElse(UNKNOWN).matches(given);
    return found.filter(caller -> matches);
  }

  private AuthAnswer answer(Caller caller) {
    return new AuthAnswer(tokens.issue(caller), tokens.lifetime().toSeconds(), TOKEN_TYPE);
  }
}
