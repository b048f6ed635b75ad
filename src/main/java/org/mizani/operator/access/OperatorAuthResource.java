package org.mizani.operator.access;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import org.mizani.access.AuthResource.AuthAnswer;
import org.mizani.access.AuthenticationAttempt;
import org.mizani.access.FailedAuthentications;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;

/** {@code POST /operator/auth}: issues operators' access tokens. */
@Path("/operator/auth")
public class OperatorAuthResource {

  private static final String TOKEN_TYPE = "Bearer";
  private static final String GROUP = "operator";

  private final OperatorCredential credential;
  private final FailedAuthentications failed;

  OperatorAuthResource(OperatorCredential credential, FailedAuthentications failed) {
    this.credential = credential;
    this.failed = failed;
  }

  /** The operator's key and secret. */
  public record OperatorAuthRequest(String operatorKey, String operatorSecret) {

    @Override
    public String toString() {
      return "OperatorAuthRequest[…]";
    }
  }

  /** Exchanges the operator's key and secret for a bearer token. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  public Uni<AuthAnswer> authenticate(OperatorAuthRequest request, RoutingContext exchange) {
    Fields.requireBody(request);
    String key = request.operatorKey();
    String secret = request.operatorSecret();
    if (Fields.isBlank(key) || Fields.isBlank(secret)) {
      throw ApiFault.OPERATOR_CREDENTIALS_REQUIRED.asException();
    }
    return failed
        .unlessTooMany(
            AuthenticationAttempt.of(GROUP, key, exchange.request()),
            () -> Uni.createFrom().item(() -> credential.login(key, secret)))
        .emitOn(Infrastructure.getDefaultWorkerPool())
        .map(credential::issueToken)
        .map(token -> new AuthAnswer(token, credential.tokenLifetime().toSeconds(), TOKEN_TYPE));
  }
}
