package org.mizani.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.mizani.access.TokenIssuer.Bearer;
import org.mizani.fault.ApiFault;

/**
 * Access tokens of partners; each names the API key it was issued for. A verified token is cached
 * until it expires or its key is taken away, because checking a signature costs more than all other
 * work of a request.
 */
@ApplicationScoped
class AccessTokens {

  private static final String API_KEY_ID = "api_key_id";

  /**
   * Content of a valid token.
   *
   * @param keyId the id of the key that it was checked with
   */
  record Grant(long apiKeyId, Instant expiresAt, String keyId) {}

  private final TokenIssuer issuer;
  private final InstantSource clock;
  private final Cache<String, Grant> verified;

  AccessTokens(TokenIssuer issuer, InstantSource clock, TokenConfig config) {
    this.issuer = issuer;
    this.clock = clock;
    this.verified = Caffeine.newBuilder().maximumSize(config.remembered()).build();
  }

  /** A new token for this caller's key. */
  String issue(Caller caller) {
    return issuer.issue(
        Bearer.PARTNER, caller.publicId().toString(), Map.of(API_KEY_ID, caller.apiKeyId()));
  }

  /** How long a new token is valid. */
  Duration lifetime() {
    return issuer.lifetime();
  }

  /**
   * The grant of a token.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 401 if it has expired; if it is malformed,
   *     forged, of another kind or of a key that is not accepted any more
   */
  Grant verify(String token) {
    Grant grant = verified.getIfPresent(token);
    if (grant == null) {
      grant = grant(issuer.check(Bearer.PARTNER, token));
      verified.put(token, grant);
    }
    if (!issuer.accepts(grant.keyId())) {
      throw ApiFault.TOKEN_INVALID.asException();
    }
    if (!clock.instant().isBefore(grant.expiresAt())) {
      throw ApiFault.TOKEN_EXPIRED.asException();
    }
    return grant;
  }

  private static Grant grant(TokenIssuer.Checked token) {
    JsonWebToken claims = token.claims();
    try {
      return new Grant(
          Long.parseLong(String.valueOf(claims.<Object>getClaim(API_KEY_ID))),
          Instant.ofEpochSecond(claims.getExpirationTime()),
          token.keyId());
    } catch (NumberFormatException e) {
      throw ApiFault.TOKEN_INVALID.asException();
    }
  }
}
