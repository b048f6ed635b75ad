package org.mizani.business;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.smallrye.jwt.algorithm.SignatureAlgorithm;
import io.smallrye.jwt.auth.principal.JWTAuthContextInfo;
import io.smallrye.jwt.auth.principal.JWTParser;
import io.smallrye.jwt.auth.principal.ParseException;
import io.smallrye.jwt.build.Jwt;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.jwt.JsonWebToken;

/**
 * Issues and verifies access tokens: JWTs signed with RS256 that name the API key they were issued
 * for. A verified token is remembered until it expires, for checking a signature costs more than
 * all else that a request does in the service.
 */
@ApplicationScoped
class Tokens {

  private static final String ISSUER = "business-payments";
  private static final String PARTNER = "partner";
  private static final String API_KEY_ID = "api_key_id";

  /** What a valid token says: the key, and until when. */
  record Grant(long apiKeyId, Instant expiresAt) {}

  private final TokenKeys keys;
  private final JWTParser parser;
  private final InstantSource clock;
  private final Duration lifetime;
  private final String audience;
  private final JWTAuthContextInfo expectations;
  private final Cache<String, Grant> verified;

  Tokens(TokenKeys keys, JWTParser parser, InstantSource clock, ServiceConfig config) {
    this.keys = keys;
    this.parser = parser;
    this.clock = clock;
    this.lifetime = config.token().lifetime();
    this.audience = ISSUER + ":" + config.environment().code();
    this.expectations = new JWTAuthContextInfo(keys.verifying(), ISSUER);
    this.expectations.setSignatureAlgorithm(Set.of(SignatureAlgorithm.RS256));
    this.expectations.setExpectedAudience(Set.of(audience));
    this.expectations.setClockSkew(0);
    this.verified = Caffeine.newBuilder().maximumSize(config.token().remembered()).build();
  }

  /** A new token for this caller's key; signing takes about a millisecond of processor time. */
  String issue(Caller caller) {
    Instant now = clock.instant();
    return Jwt.issuer(ISSUER)
        .audience(audience)
        .subject(caller.publicId().toString())
        .groups(PARTNER)
        .claim(API_KEY_ID, caller.apiKeyId())
        .issuedAt(now)
        .expiresAt(now.plus(lifetime))
        .jws()
        .algorithm(SignatureAlgorithm.RS256)
        .sign(keys.signing());
  }

  /** How long a new token is valid. */
  Duration lifetime() {
    return lifetime;
  }

  /** What a token grants, or nothing if it is malformed, forged, expired or of another kind. */
  Optional<Grant> verify(String token) {
    Grant grant = verified.getIfPresent(token);
    if (grant == null) {
      grant = parse(token);
      if (grant == null) {
        return Optional.empty();
      }
      verified.put(token, grant);
    }
    return clock.instant().isBefore(grant.expiresAt()) ? Optional.of(grant) : Optional.empty();
  }

  private Grant parse(String token) {
    try {
      JsonWebToken parsed = parser.parse(token, expectations);
      Object apiKeyId = parsed.getClaim(API_KEY_ID);
      if (!parsed.getGroups().contains(PARTNER) || apiKeyId == null) {
        return null;
      }
      return new Grant(
          Long.parseLong(apiKeyId.toString()), Instant.ofEpochSecond(parsed.getExpirationTime()));
    } catch (ParseException | NumberFormatException e) {
      return null;
    }
  }
}
