package org.mizani.operator.access;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.mizani.access.TokenIssuer;
import org.mizani.access.TokenIssuer.Bearer;

/** The access tokens of operators; another secret of the operator's ends them. */
@Singleton
final class OperatorTokens {

  private static final String CREDENTIAL = "credential";

  private final TokenIssuer mint;
  private final OperatorCredential credential;

  OperatorTokens(TokenIssuer mint, OperatorCredential credential) {
    this.mint = mint;
    this.credential = credential;
  }

  String issue(String operatorKey) {
    return mint.issue(Bearer.OPERATOR, operatorKey, Map.of(CREDENTIAL, credential.fingerprint()));
  }

  Duration lifetime() {
    return mint.lifetime();
  }

  /** The operator's key that a token was issued for, or nothing if it is not valid. */
  Optional<String> verify(String token) {
    return mint.check(Bearer.OPERATOR, token)
        .filter(t -> credential.fingerprint().equals(t.<String>getClaim(CREDENTIAL)))
        .map(JsonWebToken::getSubject);
  }
}
