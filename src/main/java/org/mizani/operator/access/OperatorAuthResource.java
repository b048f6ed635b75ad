package org.mizani.operator.access;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.access.AuthResource.AuthAnswer;
import org.mizani.access.AuthenticationAttempt;
import org.mizani.access.TokenIssuer;
import org.mizani.audit.Actor;
import org.mizani.fault.ApiFault;
import org.mizani.fault.OperatorFault;
import org.mizani.http.ExchangeFilter;
import org.mizani.http.Fields;
import org.mizani.operator.access.OperatorVerification.Given;
import org.mizani.operator.access.OperatorVerification.GivenIdentity;

/** {@code /operator/auth}: logs operators in and out, and replaces their own secrets. */
@Path("/operator/auth")
@Cancellable(false)
public class OperatorAuthResource {

  private static final String TOKEN_TYPE = "Bearer";
  private static final String GROUP = "operator";
  private static final int LONGEST_TOKEN = 16_384;
  private static final String BY_IDENTITY = "operator-identity";

  private final OperatorLogins logins;
  private final OperatorSessions sessions;
  private final OperatorVerification verification;
  private final Operators operators;
  private final TokenIssuer tokens;
  private final CurrentOperator current;

  OperatorAuthResource(
      OperatorLogins logins,
      OperatorSessions sessions,
      OperatorVerification verification,
      Operators operators,
      TokenIssuer tokens,
      CurrentOperator current) {
    this.logins = logins;
    this.sessions = sessions;
    this.verification = verification;
    this.operators = operators;
    this.tokens = tokens;
    this.current = current;
  }

  /** The operator's key and secret, and the code of the second factor if there is one. */
  public record OperatorAuthRequest(String operatorKey, String operatorSecret, String code) {

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
    boolean hasKey = !Fields.isBlank(key);
    if (!hasKey || Fields.isBlank(secret)) {
      throw OperatorFault.OPERATOR_CREDENTIALS_REQUIRED
          .at(hasKey ? "operatorSecret" : "operatorKey")
          .asException();
    }
    return logins
        .logIn(
            new Given(key, secret, Fields.optional("code", request.code())),
            AuthenticationAttempt.of(GROUP, key, exchange.request()),
            exchange.request().getHeader(ExchangeFilter.REQUEST_ID))
        .map(this::answer);
  }

  /** An identity token of the operators' provider, and the code of an own second factor. */
  public record IdentityAuthRequest(String idToken, String code) {

    @Override
    public String toString() {
      return "IdentityAuthRequest[…]";
    }
  }

  /** Exchanges an identity token for a bearer token. */
  @POST
  @Path("/oidc")
  @Consumes(MediaType.APPLICATION_JSON)
  public Uni<AuthAnswer> authenticateByIdentity(
      IdentityAuthRequest request, RoutingContext exchange) {
    Fields.requireBody(request);
    GivenIdentity given =
        new GivenIdentity(identityToken(request), Fields.optional("code", request.code()));
    return logins
        .logIn(
            given,
            // Tools exchange the tokens of many persons from one address.
            AuthenticationAttempt.of(
                BY_IDENTITY, IdentityProvider.signed(given.token()), exchange.request()),
            exchange.request().getHeader(ExchangeFilter.REQUEST_ID))
        .map(this::answer);
  }

  private static String identityToken(IdentityAuthRequest request) {
    if (Fields.isBlank(request.idToken())) {
      throw ApiFault.required("idToken").asException();
    }
    if (request.idToken().length() > LONGEST_TOKEN) {
      throw ApiFault.invalid("idToken", "must be at most " + LONGEST_TOKEN + " characters")
          .asException();
    }
    return request.idToken();
  }

  private AuthAnswer answer(String token) {
    return new AuthAnswer(token, tokens.lifetime().toSeconds(), TOKEN_TYPE);
  }

  /** Answer: the operator that is logged out. */
  public record LogoutAnswer(String operatorKey) {}

  /** Ends the session of the request's token. */
  @POST
  @Path("/logout")
  public Uni<LogoutAnswer> logOut() {
    Actor actor = current.get();
    return sessions.end(actor, current.session()).replaceWith(new LogoutAnswer(actor.key()));
  }

  /** The secret that the operator has now, and the code of the second factor if there is one. */
  public record OwnSecretForm(String operatorSecret, String code) {

    @Override
    public String toString() {
      return "OwnSecretForm[…]";
    }
  }

  /** Replaces the operator's own secret by another one, which is shown this once. */
  @POST
  @Path("/secret")
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(201)
  public Uni<OperatorAnswer> replaceSecret(OwnSecretForm form) {
    Actor actor = current.get();
    if (!current.session().isPerson()) {
      throw OperatorFault.SECRET_OF_SETTINGS.asException();
    }
    Fields.requireBody(form);
    Given given =
        new Given(
            actor.key(),
            Fields.required("operatorSecret", form.operatorSecret()),
            Fields.optional("code", form.code()));
    return verification
        .verify(given)
        .map(OperatorAuthResource::required)
        .chain(verified -> operators.replaceOwnSecret(actor, verified))
        .map(issued -> OperatorAnswer.of(issued.operator(), issued.secret(), false));
  }

  private static VerifiedOperator required(Optional<VerifiedOperator> found) {
    VerifiedOperator verified = found.orElseThrow(OperatorFault.WRONG_SECRET::asException);
    if (verified.lacksCode()) {
      throw ApiFault.required("code").asException();
    }
    return verified;
  }
}
