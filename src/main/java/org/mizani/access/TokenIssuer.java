package org.mizani.access;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.jwt.algorithm.SignatureAlgorithm;
import io.smallrye.jwt.auth.principal.JWTAuthContextInfo;
import io.smallrye.jwt.auth.principal.JWTParser;
import io.smallrye.jwt.auth.principal.ParseException;
import io.smallrye.jwt.build.Jwt;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.mizani.fault.ApiFault;
import org.mizani.service.ServiceConfig;

/**
 * Issuer of access tokens: it signs and checks JWTs with RS256, and each names its key. Tokens of
 * partners and of operators differ in audience and group, so that neither is accepted in place of
 * the other.
 */
@ApplicationScoped
public class TokenIssuer {

  /** Kind of a token's bearer. */
  public enum Bearer {
    PARTNER("business-payments", "partner"),
    OPERATOR("business-payments-operator", "operator");

    private final String audience;
    private final String group;

    Bearer(String audience, String group) {
      this.audience = audience;
      this.group = group;
    }
  }

  /**
   * A valid token.
   *
   * @param keyId the id of the key that it was checked with
   */
  public record Checked(JsonWebToken claims, String keyId) {

    @Override
    public String toString() {
      return "Checked[" + keyId + "]";
    }
  }

  private static final Duration LEAST_LIFETIME = Duration.ofSeconds(1);
  private static final String SCHEME = "Bearer ";
  private static final String ISSUER = "business-payments";

  private final TokenKeys keys;
  private final JWTParser parser;
  private final InstantSource clock;
  private final Duration lifetime;
  private final String environment;

  /**
   * @throws ConfigurationException for a lifetime in which no token could be used
   */
  TokenIssuer(
      TokenKeys keys,
      JWTParser parser,
      InstantSource clock,
      TokenConfig config,
      ServiceConfig service) {
    if (config.lifetime().compareTo(LEAST_LIFETIME) < 0) {
      throw new ConfigurationException("PAYMENTS_TOKEN_LIFETIME must be at least 1s.");
    }
    this.keys = keys;
    this.parser = parser;
    this.clock = clock;
    this.lifetime = config.lifetime();
    this.environment = service.environment().code();
  }

  /**
   * The token in a header {@code Authorization} (specification, section 5); the scheme's case does
   * not count.
   *
   * @param authorization null without the header
   * @throws org.mizani.fault.ApiFault.ApiException 401 without a header, or for another scheme
   */
  public static String bearerToken(String authorization) {
    if (authorization == null) {
      throw ApiFault.TOKEN_MISSING.asException();
    }
    if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw ApiFault.NO_BEARER_TOKEN.asException();
    }
    return authorization.substring(SCHEME.length()).trim();
  }

  /** A new token; signing takes about a millisecond of processor time. */
  public String issue(Bearer bearer, String subject, Map<String, Object> claims) {
    Instant now = clock.instant();
    var token =
        Jwt.issuer(ISSUER)
            .audience(audience(bearer))
            .subject(subject)
            .groups(bearer.group)
            .issuedAt(now)
            .expiresAt(now.plus(lifetime));
    claims.forEach(token::claim);
    TokenKeySet current = keys.current();
    return token
        .jws()
        .algorithm(SignatureAlgorithm.RS256)
        .keyId(current.signingId())
        .sign(current.signing());
  }

  /** How long a new token is valid. */
  public Duration lifetime() {
    return lifetime;
  }

  /** Whether tokens of the key with this id are still accepted. */
  boolean accepts(String keyId) {
    return keys.current().ids().contains(keyId);
  }

  /**
   * A token, checked with the key that its header names.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 401 if it has expired; if it is malformed,
   *     forged, of another kind or of a key that is not accepted
   */
  public Checked check(Bearer bearer, String token) {
    ApiFault refusal = ApiFault.TOKEN_INVALID;
    for (TokenKey key : keys.current().keysFor(token)) {
      try {
        JsonWebToken claims = parser.parse(token, expectations(bearer, key));
        if (claims.getGroups().contains(bearer.group)) {
          return new Checked(claims, key.id());
        }
      } catch (ParseException e) {
        refusal = hasOnlyExpired(e) ? ApiFault.TOKEN_EXPIRED : refusal;
      }
    }
    throw refusal.asException();
  }

  /** Its claims are looked at only once its signature is found genuine. */
  private static boolean hasOnlyExpired(ParseException refusal) {
    return refusal.getCause() instanceof InvalidJwtException invalid
        && invalid.hasExpired()
        && invalid.getErrorDetails().size() == 1;
  }

  private JWTAuthContextInfo expectations(Bearer bearer, TokenKey key) {
    JWTAuthContextInfo expectations = new JWTAuthContextInfo(key.key(), ISSUER);
    expectations.setSignatureAlgorithm(Set.of(SignatureAlgorithm.RS256));
    expectations.setExpectedAudience(Set.of(audience(bearer)));
    expectations.setClockSkew(0);
    return expectations;
  }

  private String audience(Bearer bearer) {
    return bearer.audience + ":" + environment;
  }
}
