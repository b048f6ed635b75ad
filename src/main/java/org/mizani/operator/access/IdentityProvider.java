package org.mizani.operator.access;

import io.quarkus.oidc.AccessTokenCredential;
import io.quarkus.oidc.Oidc;
import io.quarkus.oidc.OidcTenantConfig;
import io.quarkus.oidc.Tenant;
import io.quarkus.oidc.TenantIdentityProvider;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.SecurityIdentity;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.json.JsonString;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.mizani.business.SecretHash;
import org.mizani.fault.ApiFault;

/**
 * Identity provider of the operators' organisation: its identity tokens are verified by OpenID
 * Connect (ADR 30). Its keys are found by discovery, at the first token after a start that did not
 * reach it.
 */
@Singleton
final class IdentityProvider {

  private static final String TENANT = "operators";

  private static final String METHODS = "amr";
  private static final String VERIFIED = "email_verified";

  private final TenantIdentityProvider provider;
  private final OidcSettings settings;
  private final ProviderAbsence absence;
  private final boolean configured;

  IdentityProvider(
      @Tenant(TENANT) TenantIdentityProvider provider, OperatorConfig config, InstantSource clock) {
    this.provider = provider;
    this.settings = config.oidc();
    this.absence = new ProviderAbsence(clock, settings.keysEvery());
    this.configured = settings.validIssuer().isPresent();
  }

  /**
   * Identity that a token proves.
   *
   * @param key the key of the operator
   * @param isComplete false without the second factor that the provider has to answer for
   * @param hasSecondFactor whether the provider answers for a second factor
   * @param use what the provider has signed, hashed, by which it is used once
   * @param usableUntil when it would be refused in any case
   */
  record Identity(
      String key, boolean isComplete, boolean hasSecondFactor, String use, Instant usableUntil) {}

  /** Opens the client of the provider, if there is one; a provider that is away ends no start. */
  void connect(@Observes Oidc oidc) {
    settings
        .validIssuer()
        .ifPresent(
            issuer ->
                oidc.create(
                    OidcTenantConfig.authServerUrl(issuer)
                        .tenantId(TENANT)
                        .clientId(settings.clientId().orElseThrow())
                        .connectionTimeout(settings.timeout())
                        .token()
                        .audience(settings.clientId().orElseThrow())
                        .age(settings.maxAge())
                        .issuedAtRequired(true)
                        .subjectRequired(true)
                        .allowJwtIntrospection(false)
                        .allowOpaqueTokenIntrospection(false)
                        .forcedJwkRefreshInterval(settings.keysEvery())
                        .end()
                        .build()));
  }

  /** Whether operators log in by a provider. */
  boolean isConfigured() {
    return configured;
  }

  /** Whether persons log in by it alone. */
  boolean isOnlyWay() {
    return settings.only();
  }

  /**
   * The identity that a token proves; empty if it is not the provider's, not for this service, too
   * old, or names no operator. Fails with 503 if the provider's keys are not known, or that which
   * the token names is not and the provider did not tell its keys anew. While no keys are known, it
   * is asked for them no more often than they are read anew.
   */
  Uni<Optional<Identity>> verify(String token) {
    if (!absence.letsVerify()) {
      return ApiFault.SERVICE_UNAVAILABLE.asFailure();
    }
    return provider
        .authenticate(new AccessTokenCredential(token))
        .invoke(absence::hasKeys)
        .onFailure(AuthenticationFailedException.class)
        .invoke(absence::hasKeys)
        .onFailure(failure -> !(failure instanceof AuthenticationFailedException))
        .invoke(absence::failed)
        .map(verified -> identity(verified, token))
        .onFailure(absence::isBehind)
        .transform(away -> ApiFault.SERVICE_UNAVAILABLE.asException())
        .onFailure(AuthenticationFailedException.class)
        .recoverWithItem(Optional.empty());
  }

  private Optional<Identity> identity(SecurityIdentity verified, String token) {
    JsonWebToken claims = (JsonWebToken) verified.getPrincipal();
    if (isUnverified(claims)) {
      return Optional.empty();
    }
    return text(claims.getClaim(settings.claim()))
        // Some letters beyond ASCII have one of it as their small letter.
        .filter(StandardCharsets.US_ASCII.newEncoder()::canEncode)
        .map(key -> key.toLowerCase(Locale.ROOT))
        .filter(OperatorForm::isKey)
        .map(
            key ->
                new Identity(
                    key,
                    hasMethods(claims),
                    settings.secondFactor().isPresent(),
                    HexFormat.of().formatHex(SecretHash.sha256(signed(token))),
                    Instant.ofEpochSecond(claims.getExpirationTime())));
  }

  /**
   * The part of a token that is signed. The signature itself has many spellings, of which each is
   * verified.
   */
  static String signed(String token) {
    return token.substring(0, Math.max(0, token.lastIndexOf('.')));
  }

  /** An address that its owner has not proved may be anybody's. */
  private static boolean isUnverified(JsonWebToken claims) {
    return claims.containsClaim(VERIFIED)
        && !"true".equals(String.valueOf(claims.<Object>getClaim(VERIFIED)));
  }

  private boolean hasMethods(JsonWebToken claims) {
    return settings.secondFactor().stream()
        .allMatch(
            method ->
                claims.getClaim(METHODS) instanceof Collection<?> listed
                    && listed.stream().flatMap(one -> text(one).stream()).anyMatch(method::equals));
  }

  private static Optional<String> text(Object claim) {
    if (claim instanceof JsonString json) {
      return Optional.of(json.getString());
    }
    return claim instanceof String text ? Optional.of(text) : Optional.empty();
  }
}
