package org.mizani.operator;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.security.SecurityRequirements;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.mizani.fault.ApiFault;

/** {@code POST /operator/auth}: an operator's way in. */
@Path("/operator/auth")
@Tag(name = "Operator")
public class OperatorAuthResource {

  private static final String EXAMPLE =
      "{\"operatorKey\": \"op_test_demo\", \"operatorSecret\": \"os_test_demo\"}";
  private static final String TOKEN_TYPE = "Bearer";

  private final OperatorCredential credential;
  private final OperatorTokens tokens;

  OperatorAuthResource(OperatorCredential credential, OperatorTokens tokens) {
    this.credential = credential;
    this.tokens = tokens;
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
  public Uni<OperatorToken> authenticate(
      @RequestBody(content = @Content(examples = @ExampleObject(name = "demo", value = EXAMPLE)))
          OperatorAuthRequest request) {
    if (request == null) {
      throw ApiFault.INVALID_PAYLOAD.asException();
    }
    String key = request.operatorKey();
    String secret = request.operatorSecret();
    if (isBlank(key) || isBlank(secret)) {
      throw ApiFault.OPERATOR_CREDENTIALS_REQUIRED.asException();
    }
    if (!credential.matches(key, secret)) {
      throw ApiFault.INVALID_CREDENTIALS.asException();
    }
    return Uni.createFrom()
        .item(key)
        .emitOn(Infrastructure.getDefaultWorkerPool())
        .map(tokens::issue)
        .map(token -> new OperatorToken(token, tokens.lifetime().toSeconds(), TOKEN_TYPE));
  }

  private static boolean isBlank(String text) {
    return text == null || text.isBlank();
  }
}
