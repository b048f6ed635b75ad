package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.oidc.OIDCException;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.smallrye.jwt.auth.principal.DefaultJWTCallerPrincipal;
import io.smallrye.mutiny.Uni;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jose4j.jwt.JwtClaims;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.operator.access.IdentityProvider.Identity;
import org.mizani.support.Defaults;

/** Identities by the claims of tokens that are verified, and the settings of their provider. */
class IdentityProviderTest {

  private static final String OIDC = "payments.operator.oidc.";
  private static final Map<String, String> PROVIDER =
      Map.of(OIDC + "issuer", "https://login.example.com", OIDC + "client-id", "payments");

  @Test
  void theKeyIsInTheClaimOfTheSetting() {
    JwtClaims claims = claims();
    claims.setStringClaim("preferred_username", "Ann");

    assertThat(identity(Map.of(), claims).orElseThrow().key()).isEqualTo("ann@example.com");
    assertThat(identity(Map.of("claim", "preferred_username"), claims).orElseThrow().key())
        .isEqualTo("ann");
    assertThat(identity(Map.of("claim", "upn"), claims)).isEmpty();
  }

  @Test
  void theProviderAnswersForASecondFactorOnlyWhereASettingNamesIt() {
    JwtClaims claims = claims();
    claims.setStringListClaim("amr", List.of("pwd", "mfa"));

    assertThat(identity(Map.of(), claims).orElseThrow().hasSecondFactor()).isFalse();
    assertThat(identity(Map.of("second-factor", "mfa"), claims).orElseThrow().hasSecondFactor())
        .isTrue();
    assertThat(identity(Map.of("second-factor", "mfa"), claims).orElseThrow().isComplete())
        .isTrue();
    assertThat(identity(Map.of("second-factor", "hwk"), claims).orElseThrow().isComplete())
        .isFalse();
    assertThat(identity(Map.of("second-factor", "mfa"), claims()).orElseThrow().isComplete())
        .isFalse();
    assertThat(identity(Map.of(), claims()).orElseThrow().isComplete()).isTrue();
  }

  @Test
  void aLetterBeyondAsciiIsNoSmallLetterOfIt() {
    JwtClaims claims = claims();
    claims.setStringClaim("email", "\u212Aate@example.com");

    assertThat("\u212Aate".toLowerCase(Locale.ROOT)).isEqualTo("kate");
    assertThat(identity(Map.of(), claims)).isEmpty();
  }

  @Test
  void anAddressThatIsProvedIsTaken() {
    JwtClaims claims = claims();
    claims.setClaim("email_verified", true);

    assertThat(identity(Map.of(), claims)).isPresent();
  }

  @Test
  void aProviderThatDoesNotAnswerIsNoRefusal() {
    IdentityProvider provider =
        new IdentityProvider(
            token -> Uni.createFrom().failure(new OIDCException("away")),
            config(Map.of()),
            InstantSource.system());

    assertThatThrownBy(() -> provider.verify("token").await().indefinitely())
        .isInstanceOf(ApiException.class)
        .hasMessage("service unavailable");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://login.example.com/realms/staff",
        "http://localhost:8080/realms/staff",
        "http://127.0.0.1",
        "http://[::1]:8080"
      })
  void takesAnIssuer(String issuer) {
    assertThatCode(() -> config(Map.of("issuer", issuer)).oidc().validIssuer())
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "login.example.com",
        "http://login.example.com",
        "http://localhost.example.com",
        "https://",
        "https://login.example.com/?realm=staff",
        "https://login.example.com/#staff",
        "https://a b"
      })
  void refusesAnIssuer(String issuer) {
    assertThatThrownBy(() -> config(Map.of("issuer", issuer)).oidc().validIssuer())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "PAYMENTS_OPERATOR_OIDC_ISSUER must be an https:// URL without user, query and"
                + " fragment.");
  }

  private static JwtClaims claims() {
    JwtClaims claims = new JwtClaims();
    claims.setSubject("subject");
    claims.setStringClaim("email", "Ann@example.com");
    claims.setExpirationTimeMinutesInTheFuture(5);
    return claims;
  }

  private static Optional<Identity> identity(Map<String, String> settings, JwtClaims claims) {
    return new IdentityProvider(
            token ->
                Uni.createFrom()
                    .item(
                        QuarkusSecurityIdentity.builder()
                            .setPrincipal(new DefaultJWTCallerPrincipal(claims))
                            .build()),
            config(settings),
            InstantSource.system())
        .verify("token")
        .await()
        .indefinitely();
  }

  private static OperatorConfig config(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(PROVIDER);
    settings.forEach((name, value) -> all.put(OIDC + name, value));
    return Defaults.with(OperatorConfig.class, all);
  }
}
