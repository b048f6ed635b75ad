package org.mizani.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.mizani.access.TokenIssuer.Bearer;
import org.mizani.business.ServiceConfig;

/**
 * The access tokens of partners, which name the API key they were issued for. A verified token is
 * remembered until it expires, for checking a signature costs more than all else that a request
 * does in the service.
 */
@ApplicationScoped
class AccessTokens {

  private static final String API_KEY_ID = "api_key_id";

  /** What a valid token says: the key, and until when. */
  record Grant(long apiKeyId, Instant expiresAt) {}

  private final TokenIssuer mint;
  private final InstantSource clock;
  private final Cache<String, Grant> verified;

  AccessTokens(TokenIssuer mint, InstantSource clock, ServiceConfig config) {
    this.mint = mint;
    this.clock = clock;
    this.verified = Caffeine.newBuilder().maximumSize(config.token().remembered()).build();
  }

  /** A new token for this caller's key. */
  String issue(Caller caller) {
    return mint.issue(
        Bearer.PARTNER, caller.publicId().toString(), Map.of(API_KEY_ID, caller.apiKeyId()));
  }

  /** How long a new token is valid. */
  Duration lifetime() {
    return mint.lifetime();
  }

  /** What a token grants, or nothing if it is malformed, forged, expired or of another kind. */
  Optional<Grant> verify(String token) {
    Grant grant = verified.getIfPresent(token);
    if (grant == null) {
      grant = mint.check(Bearer.PARTNER, token).map(AccessTokens::grant).orElse(null);
      if (grant == null) {
        return Optional.empty();
      }
      verified.put(token, grant);
    }
    return clock.instant().isBefore(grant.expiresAt()) ? Optional.of(grant) : Optional.empty();
  }

  private static Grant grant(JsonWebToken token) {
    try {
      return new Grant(
          Long.parseLong(String.valueOf(token.<Object>getClaim(API_KEY_ID))),
          Instant.ofEpochSecond(token.getExpirationTime()));
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
