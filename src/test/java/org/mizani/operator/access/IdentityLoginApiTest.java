package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.jwt.build.JwtClaimsBuilder;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.audit.AuditEntries.Written;
import org.mizani.support.AtOnce;
import org.mizani.support.Eventually;
import org.mizani.support.IdentityLogins;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.SpreadOutProfile;
import org.mizani.support.TestIdentityProvider;
import org.mizani.support.TestKeys;
import org.mizani.support.TestOperator;

/** Log-ins of operators by the identity provider of their organisation. */
@QuarkusTest
@TestProfile(SpreadOutProfile.class)
class IdentityLoginApiTest {

  private static final String REFUSED = "invalid credentials";
  private static final Written BY_IDENTITY =
      new Written(
          "operator.log-in",
          null,
          new JsonObject().put("network", "127.0.0.1").put("by", "identity provider"));

  @Inject OperatorPort port;
  @Inject AuditEntries audit;
  @Inject Rows rows;

  private IdentityLogins logins;

  @BeforeEach
  void atTheOperatorsPort() {
    logins = new IdentityLogins(port.number().orElseThrow());
  }

  @Test
  void aPersonLogsInByAnIdentityToken() {
    String key = logins.person("finance");

    Response answer = logins.logIn(provider().token(key));

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    assertThat(rates(answer).statusCode()).isEqualTo(200);
    assertThat(audit.of("operator/" + key, key)).containsExactly(BY_IDENTITY);
  }

  @Test
  void aKeyOfMixedCaseIsTheSame() {
    String key = logins.person("viewer");

    assertThat(logins.logIn(provider().token(key.toUpperCase(Locale.ROOT))).statusCode())
        .isEqualTo(200);
  }

  @Test
  void theRoleIsThatOfThisService() {
    String token =
        provider().sign(provider().claims(logins.person("viewer")).groups("administrator"));

    Response answer = logins.logIn(token);

    assertThat(
            TestOperator.with(answer.path("accessToken"))
                .port(port.number().orElseThrow())
                .get("/operator/operators")
                .statusCode())
        .isEqualTo(403);
  }

  @Test
  void aTokenIsUsedOnceHoweverManyUseItAtOnce() {
    String token = provider().token(logins.person("viewer"));

    URI uri = URI.create("http://localhost:" + port.number().orElseThrow() + "/operator/auth/oidc");
    String body = "{\"idToken\":\"" + token + "\"}";

    List<Integer> answers =
        AtOnce.send(8, i -> post(uri, body)).stream().map(HttpResponse::statusCode).toList();

    assertThat(answers).containsOnlyOnce(200);
    assertThat(answers.stream().filter(status -> status == 401)).hasSize(7);
    assertRefused(logins.logIn(token), 401, REFUSED);
  }

  private static HttpRequest post(URI uri, String body) {
    return HttpRequest.newBuilder(uri)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body))
        .build();
  }

  /** The signature's last character has bits that count for nothing. */
  @Test
  void aTokenIsUsedOnceHoweverItsSignatureIsSpelt() {
    String token = provider().token(logins.person("viewer"));
    String begin = token.substring(0, token.length() - 1);
    char last = token.charAt(token.length() - 1);

    assertThat(logins.logIn(token).statusCode()).isEqualTo(200);

    assertRefused(logins.logIn(token + "="), 401, REFUSED);
    assertRefused(logins.logIn(token + "\n"), 401, REFUSED);
    assertRefused(logins.logIn(begin + (char) (last + 1)), 401, REFUSED);
  }

  static Stream<Named<UnaryOperator<JwtClaimsBuilder>>> wrongClaims() {
    Instant now = Instant.now();
    return Stream.of(
        wrong("another issuer", claims -> claims.issuer("https://elsewhere.example")),
        wrong("another audience", claims -> claims.audience("another-client")),
        wrong("no audience", claims -> claims.remove("aud")),
        wrong("no subject", claims -> claims.remove("sub")),
        wrong("expired", claims -> claims.expiresAt(now.minusSeconds(60))),
        wrong("too old", claims -> claims.issuedAt(now.minus(Duration.ofMinutes(6)))),
        wrong("no key", claims -> claims.remove("email")),
        wrong("a key that is no text", claims -> claims.claim("email", 7)),
        wrong("a key that there is not", claims -> claims.claim("email", "nobody@example.com")),
        wrong("a key with a blank", claims -> claims.claim("email", "a b")),
        wrong("an address that is not proved", claims -> claims.claim("email_verified", false)),
        wrong("the same as a text", claims -> claims.claim("email_verified", "false")));
  }

  private static Named<UnaryOperator<JwtClaimsBuilder>> wrong(
      String name, UnaryOperator<JwtClaimsBuilder> change) {
    return Named.of(name, change);
  }

  @ParameterizedTest
  @MethodSource("wrongClaims")
  void refusesATokenWith(UnaryOperator<JwtClaimsBuilder> change) {
    String key = logins.person("viewer");
    JwtClaimsBuilder claims = change.apply(provider().claims(key));

    assertRefused(logins.logIn(provider().sign(claims)), 401, REFUSED);
    assertThat(audit.of("operator/" + key, key)).isEmpty();
  }

  @Test
  void refusesATokenThatTheProviderHasNotSigned() {
    JwtClaimsBuilder claims = provider().claims(logins.person("viewer"));

    assertRefused(logins.logIn(provider().forge(claims)), 401, REFUSED);
    assertRefused(logins.logIn(unsigned(provider().sign(claims))), 401, REFUSED);
    assertRefused(logins.logIn(signedWithThePublicKeyAsASecret(claims)), 401, REFUSED);
    assertRefused(logins.logIn("no token"), 401, REFUSED);
  }

  private static String unsigned(String token) {
    String header = "{\"alg\":\"none\",\"typ\":\"JWT\"}";
    String[] parts = token.split("\\.");
    return Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(header.getBytes(StandardCharsets.UTF_8))
        + "."
        + parts[1]
        + ".";
  }

  private static String signedWithThePublicKeyAsASecret(JwtClaimsBuilder claims) {
    byte[] pem = TestKeys.pem(provider().publicKey()).getBytes(StandardCharsets.UTF_8);
    return claims.jws().keyId(provider().keyId()).sign(new SecretKeySpec(pem, "HmacSHA256"));
  }

  @Test
  void refusesAPersonWhoIsNotAdmitted() {
    String key = logins.person("viewer");
    rows.execute("UPDATE operator SET disabled = true WHERE key = $1", key);

    assertRefused(logins.logIn(provider().token(key)), 401, REFUSED);
  }

  @Test
  void theEnvironmentsCredentialHasNoIdentity() {
    assertRefused(logins.logIn(provider().token(TestOperator.KEY)), 401, REFUSED);
  }

  @Test
  void aTokenOfThisServiceIsNoIdentity() {
    String own = TestOperator.token(port.number().orElseThrow());

    assertRefused(logins.logIn(own), 401, REFUSED);
  }

  @Test
  void anIdentityTokenOpensNothingElse() {
    String token = provider().token(logins.person("administrator"));

    assertThat(
            TestOperator.with(token)
                .port(port.number().orElseThrow())
                .get("/operator/rates")
                .statusCode())
        .isEqualTo(401);
    assertThat(TestOperator.with(token).get("/business/balance").statusCode()).isEqualTo(401);
  }

  @Test
  void keysThatTheProviderExchangesAreFoundAnew() throws Exception {
    String key = logins.person("viewer");

    provider().rotate();

    Eventually.holds(
        () -> assertThat(logins.logIn(provider().token(key)).statusCode()).isEqualTo(200));
  }

  @Test
  void refusesARequestWithoutAToken() {
    assertRefused(logins.post(Map.of()), 400, "idToken is required");
    assertRefused(logins.post(Map.of("idToken", " ")), 400, "idToken is required");
    assertRefused(
        logins.post(Map.of("idToken", "x".repeat(16_385))),
        400,
        "idToken must be at most 16384 characters");
  }

  private Response rates(Response answer) {
    return TestOperator.with(answer.path("accessToken"))
        .port(port.number().orElseThrow())
        .get("/operator/rates");
  }

  private static TestIdentityProvider provider() {
    return TestIdentityProvider.current();
  }
}
