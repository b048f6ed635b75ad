package org.mizani.operator.access;

import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.mizani.access.TokenIssuer;
import org.mizani.access.TokenIssuer.Bearer;
import org.mizani.business.SecretHash;
import org.mizani.service.ServiceConfig;
import org.mizani.service.ServiceEnvironment;

/**
 * Credential of operators, and the access tokens that are issued for it. A change of the secret
 * ends all tokens issued before.
 */
@Singleton
final class OperatorCredential {

  private static final int MIN_SECRET_LENGTH = 32;
  // Compared with when the key is unknown, so that the answer takes the same time.
  private static final SecretHash UNKNOWN = SecretHash.of("nobody", "nothing");
  private static final String CLAIM = "credential";

  private final TokenIssuer tokens;
  private final Optional<String> key;
  private final Optional<SecretHash> hash;

  OperatorCredential(TokenIssuer tokens, OperatorConfig config, ServiceConfig service) {
    this.tokens = tokens;
    this.key = config.key();
    Optional<String> secret = config.secret();
    if (key.isPresent() != secret.isPresent()) {
      throw new ConfigurationException(
          "PAYMENTS_OPERATOR_KEY and PAYMENTS_OPERATOR_SECRET go together.");
    }
    if (service.environment() == ServiceEnvironment.PRODUCTION
        && secret.filter(text -> text.length() < MIN_SECRET_LENGTH).isPresent()) {
      throw new ConfigurationException(
          "PAYMENTS_OPERATOR_SECRET must have at least " + MIN_SECRET_LENGTH + " characters.");
    }
    this.hash = key.flatMap(name -> secret.map(text -> SecretHash.of(name, text)));
  }

  /** Whether key and secret are the operator's; takes the same time if either is wrong. */
  boolean matches(String givenKey, String givenSecret) {
    boolean sameSecret = hash.orElse(UNKNOWN).matches(SecretHash.of(givenKey, givenSecret));
    return sameSecret && key.filter(givenKey::equals).isPresent();
  }

  /** A new token for this key; signing takes about a millisecond of processor time. */
  String issueToken(String operatorKey) {
    return tokens.issue(Bearer.OPERATOR, operatorKey, Map.of(CLAIM, fingerprint()));
  }

  Duration tokenLifetime() {
    return tokens.lifetime();
  }

  /** The key that a token was issued for; empty unless the token is valid. */
  Optional<String> verify(String token) {
    return tokens
        .check(Bearer.OPERATOR, token)
        .map(TokenIssuer.Checked::claims)
        .filter(valid -> fingerprint().equals(valid.<String>getClaim(CLAIM)))
        .map(JsonWebToken::getSubject);
  }

  /** The part of the hash that tokens carry, so that another secret refuses them. */
  private String fingerprint() {
    return hash.map(h -> HexFormat.of().formatHex(h.bytes(), 0, 8)).orElse("");
  }
}
