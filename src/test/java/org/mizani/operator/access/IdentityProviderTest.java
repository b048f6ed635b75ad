package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.oidc.OIDCException;
import io.quarkus.oidc.TenantIdentityProvider;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.runtime.QuarkusPrincipal;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.smallrye.jwt.auth.principal.DefaultJWTCallerPrincipal;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpClosedException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.lang.UnresolvableKeyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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

  static Stream<Throwable> absences() {
    return Stream.of(
        new OIDCException("away"),
        new ConnectException("refused"),
        new TimeoutException("late"),
        new io.smallrye.mutiny.TimeoutException(),
        new HttpClosedException("reset"),
        new IllegalStateException("no keys", new IOException("reset")),
        new AuthenticationFailedException(new OIDCException("away")));
  }

  @ParameterizedTest
  @MethodSource("absences")
  void aProviderThatDoesNotAnswerIsNoRefusal(Throwable absence) {
    assertThatThrownBy(() -> verify(failing(absence)))
        .isInstanceOf(ApiException.class)
        .hasMessage("service unavailable");
  }

  @Test
  void aTokenThatIsNotVerifiedIsARefusal() {
    assertThat(verify(failing(new AuthenticationFailedException("forged")))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      classes = {NullPointerException.class, ClassCastException.class, IllegalStateException.class})
  void anErrorOfOurOwnIsNeitherAbsenceNorRefusal(Class<? extends Exception> type)
      throws ReflectiveOperationException {
    Exception error = type.getConstructor().newInstance();
    List<Throwable> failures = new ArrayList<>(List.of(error, unknownKey()));
    IdentityProvider provider =
        provider(token -> Uni.createFrom().failure(failures.remove(0)), Map.of());

    assertThatThrownBy(() -> verify(provider)).isSameAs(error);
    assertThat(verify(provider)).as("after it the provider is not taken for absent").isEmpty();
  }

  @Test
  void anIdentityThatCannotBeReadIsAnErrorOfOurOwn() {
    IdentityProvider provider =
        provider(
            token ->
                Uni.createFrom()
                    .item(
                        QuarkusSecurityIdentity.builder()
                            .setPrincipal(new QuarkusPrincipal("no token"))
                            .build()),
            Map.of());

    assertThatThrownBy(() -> verify(provider)).isInstanceOf(ClassCastException.class);
  }

  private static Throwable unknownKey() {
    return new AuthenticationFailedException(new UnresolvableKeyException("of another time"));
  }

  private static IdentityProvider failing(Throwable failure) {
    return provider(token -> Uni.createFrom().failure(failure), Map.of());
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
    return verify(
        provider(
            token ->
                Uni.createFrom()
                    .item(
                        QuarkusSecurityIdentity.builder()
                            .setPrincipal(new DefaultJWTCallerPrincipal(claims))
                            .build()),
            settings));
  }

  private static IdentityProvider provider(
      TenantIdentityProvider tenant, Map<String, String> settings) {
    return new IdentityProvider(tenant, config(settings), InstantSource.system());
  }

  private static Optional<Identity> verify(IdentityProvider provider) {
    return provider.verify("token").await().indefinitely();
  }

  private static OperatorConfig config(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(PROVIDER);
    settings.forEach((name, value) -> all.put(OIDC + name, value));
    return Defaults.with(OperatorConfig.class, all);
  }
}
