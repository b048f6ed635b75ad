package org.mizani.business;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.security.SecurityRequirements;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.mizani.fault.ApiFault;

/** {@code POST /business/auth} (specification, section 4.1). */
@Path("/business/auth")
@Tag(name = "Access")
public class AuthResource {

  private static final String EXAMPLE =
      "{\"apiKey\": \"pk_test_demo\", \"apiSecret\": \"sk_test_demo\"}";
  private static final String TOKEN_TYPE = "Bearer";
  private static final String GROUP = "business";
  // Compared with when the key is unknown, so that the answer takes the same time.
  private static final SecretHash NOBODYS = SecretHash.of("nobody", "nothing");

  private final Callers callers;
  private final Tokens tokens;
  private final RateLimiter limiter;
  private final FailedAuthentications failed;

  AuthResource(Callers callers, Tokens tokens, RateLimiter limiter, FailedAuthentications failed) {
    this.callers = callers;
    this.tokens = tokens;
    this.limiter = limiter;
    this.failed = failed;
  }

  /** Key and secret as the partner holds them. */
  @Schema(requiredProperties = {"apiKey", "apiSecret"})
  public record AuthRequest(
      @Schema(description = "Your API key", examples = "pk_test_demo") String apiKey,
      @Schema(description = "The secret that came with it", examples = "sk_test_demo")
          String apiSecret) {

    @Override
    public String toString() {
      return "AuthRequest[…]";
    }
  }

  /** A bearer token and its lifetime in seconds. */
  @Schema(requiredProperties = {"accessToken", "expiresIn", "tokenType"})
  public record AuthAnswer(
      @Schema(
              description = "The bearer token, a JWT",
              examples = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJkZW1vIn0.c2lnbmF0dXJl")
          String accessToken,
      @Schema(description = "Its lifetime in seconds", examples = "3600") long expiresIn,
      @Schema(description = "How to send it", enumeration = TOKEN_TYPE) String tokenType) {

    @Override
    public String toString() {
      return "AuthAnswer[…]";
    }
  }

  /** Exchanges an API key and its secret for a bearer token. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "authenticate",
      summary = "Exchange an API key and secret for a token",
      description =
          "Send the token with every other request: `Authorization: Bearer <accessToken>`. Use it"
              + " until it expires: requests for tokens count against the rate limit too. There is"
              + " no refresh token; get another one here.")
  @SecurityRequirements
  @APIResponse(
      responseCode = "200",
      description = "A token",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = AuthAnswer.class)))
  @APIResponse(responseCode = "400", ref = "CredentialsRequired")
  @APIResponse(responseCode = "401", ref = "InvalidCredentials")
  @APIResponse(responseCode = "429", ref = "LimitedAuthentication")
  public Uni<AuthAnswer> authenticate(
      @RequestBody(content = @Content(examples = @ExampleObject(name = "demo", value = EXAMPLE)))
          AuthRequest request,
      RoutingContext exchange) {
    if (request == null) {
      throw ApiFault.INVALID_PAYLOAD.asException();
    }
    if (isBlank(request.apiKey()) || isBlank(request.apiSecret())) {
      throw ApiFault.CREDENTIALS_REQUIRED.asException();
    }
    AuthenticationAttempt attempt =
        AuthenticationAttempt.of(GROUP, request.apiKey(), exchange.request());
    return failed
        .unlessTooMany(attempt, () -> verified(request))
        .call(caller -> count(caller, exchange))
        .emitOn(Infrastructure.getDefaultWorkerPool())
        .map(this::answer);
  }

  private Uni<Optional<Caller>> verified(AuthRequest request) {
    SecretHash given = SecretHash.of(request.apiKey(), request.apiSecret());
    return callers.findByKey(request.apiKey()).map(found -> verified(found, given));
  }

  private static Optional<Caller> verified(Optional<Caller> found, SecretHash given) {
    boolean matches = found.map(Caller::secretHash).orElse(NOBODYS).matches(given);
    return found.filter(caller -> matches);
  }

  private Uni<Allowance> count(Caller caller, RoutingContext exchange) {
    return limiter
        .take(caller.apiKeyId())
        .invoke(allowance -> allowance.tell(exchange.response()))
        .invoke(Allowance::requireAdmitted);
  }

  private AuthAnswer answer(Caller caller) {
    return new AuthAnswer(tokens.issue(caller), tokens.lifetime().toSeconds(), TOKEN_TYPE);
  }

  private static boolean isBlank(String text) {
    return text == null || text.isBlank();
  }
}
