package org.mizani.operator;

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
import org.mizani.business.AuthenticationAttempt;
import org.mizani.business.FailedAuthentications;
import org.mizani.fault.ApiFault;

/** {@code POST /operator/auth}: an operator's way in. */
@Path("/operator/auth")
@Tag(name = "Operator")
public class OperatorAuthResource {

  private static final String EXAMPLE =
      "{\"operatorKey\": \"op_test_demo\", \"operatorSecret\": \"os_test_demo\"}";
  private static final String TOKEN_TYPE = "Bearer";
  private static final String GROUP = "operator";

  private final OperatorCredential credential;
  private final OperatorTokens tokens;
  private final FailedAuthentications failed;

  OperatorAuthResource(
      OperatorCredential credential, OperatorTokens tokens, FailedAuthentications failed) {
    this.credential = credential;
    this.tokens = tokens;
    this.failed = failed;
  }

  /** The operator's key and secret. */
  @Schema(requiredProperties = {"operatorKey", "operatorSecret"})
  public record OperatorAuthRequest(
      @Schema(description = "The operator's key", examples = "op_test_demo") String operatorKey,
      @Schema(description = "The operator's secret", examples = "os_test_demo")
          String operatorSecret) {

    @Override
    public String toString() {
      return "OperatorAuthRequest[…]";
    }
  }

  /** A bearer token and its lifetime in seconds. */
  @Schema(requiredProperties = {"accessToken", "expiresIn", "tokenType"})
  public record OperatorToken(
      @Schema(
              description = "The bearer token, a JWT",
              examples = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJkZW1vIn0.c2lnbmF0dXJl")
          String accessToken,
      @Schema(description = "Its lifetime in seconds", examples = "3600") long expiresIn,
      @Schema(description = "How to send it", enumeration = TOKEN_TYPE) String tokenType) {

    @Override
    public String toString() {
      return "OperatorToken[…]";
    }
  }

  /** Exchanges the operator's key and secret for a bearer token. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "authenticateOperator",
      summary = "Exchange the operator's key and secret for a token",
      description = "The token opens the operator interface and nothing else.")
  @SecurityRequirements
  @APIResponse(
      responseCode = "200",
      description = "A token",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = OperatorToken.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "401", ref = "InvalidCredentials")
  @APIResponse(responseCode = "429", ref = "LimitedOperators")
  public Uni<OperatorToken> authenticate(
      @RequestBody(content = @Content(examples = @ExampleObject(name = "demo", value = EXAMPLE)))
          OperatorAuthRequest request,
      RoutingContext exchange) {
    if (request == null) {
      throw ApiFault.INVALID_PAYLOAD.asException();
    }
    String key = request.operatorKey();
    String secret = request.operatorSecret();
    if (isBlank(key) || isBlank(secret)) {
      throw ApiFault.OPERATOR_CREDENTIALS_REQUIRED.asException();
    }
    return failed
        .unlessTooMany(
            AuthenticationAttempt.of(GROUP, key, exchange.request()),
            () -> Uni.createFrom().item(() -> verified(key, secret)))
        .emitOn(Infrastructure.getDefaultWorkerPool())
        .map(tokens::issue)
        .map(token -> new OperatorToken(token, tokens.lifetime().toSeconds(), TOKEN_TYPE));
  }

  private Optional<String> verified(String key, String secret) {
    return credential.matches(key, secret) ? Optional.of(key) : Optional.empty();
  }

  private static boolean isBlank(String text) {
    return text == null || text.isBlank();
  }
}
