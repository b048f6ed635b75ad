package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.MISSING_HEADER;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusMock;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.jwt.algorithm.SignatureAlgorithm;
import io.smallrye.jwt.build.Jwt;
import io.smallrye.jwt.build.JwtClaimsBuilder;
import io.smallrye.jwt.util.KeyUtils;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fault.ErrorCode;
import org.mizani.support.BuildKeys;
import org.mizani.support.Eventually;
import org.mizani.support.MovableClock;
import org.mizani.support.RawHttp;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Access to {@code /business}: requests that the filter admits, and requests that it refuses. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccessApiTest {

  private static final String CHALLENGE = "Bearer realm=\"business-payments\"";

  /** Every guarded operation, as method and path. */
  private static final List<String> OPERATIONS =
      List.of(
          "GET /business/balance",
          "GET /business/rate?from=USD&to=KES",
          "GET /business/banks?countryCode=KE",
          "GET /business/transactions?from=2026-01-01&to=2027-01-01",
          "GET /business/transactions/any",
          "POST /business/verify-transfer",
          "POST /business/verify-payment",
          "POST /business/decode-qr",
          "POST /business/payout/transfer",
          "POST /business/payout/payment",
          "POST /business/payout/bank",
          "POST /business/collections",
          "GET /business/collections",
          "GET /business/collections/any",
          "GET /business/nothing-here",
          "DELETE /business/balance",
          "GET /business");

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject TokenConfig config;
  @Inject TokenIssuer issuer;
  @Inject Callers callers;

  private Partner partner;
  private long apiKeyId;

  @BeforeAll
  void aPartner() {
    partner = partners.create(Map.of());
    apiKeyId = rows.count("SELECT id FROM api_key WHERE key = $1", partner.apiKey());
  }

  static Stream<String> operations() {
    return OPERATIONS.stream();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void everyOperationRequiresAnAuthorizationHeader(String operation) {
    Response response = send(operation, given());

    assertAnswer(response, 401, MISSING_HEADER);
    assertCoded(response, ErrorCode.TOKEN_MISSING, "");
    assertThat(response.header("WWW-Authenticate")).isEqualTo(CHALLENGE);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void everyOperationRequiresAValidToken(String operation) {
    Response response = send(operation, given().header("Authorization", "Bearer a.b.c"));

    assertAnswer(response, 401, MALFORMED_TOKEN);
  }

  Stream<Arguments> badHeaderArguments() throws Exception {
    return badHeaders().entrySet().stream()
        .map(header -> Arguments.of(header.getKey(), header.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badHeaderArguments")
  void allInvalidHeadersAreAnsweredAlike(String defect, String header) {
    Response response = balance(header);

    assertAnswer(response, 401, MALFORMED_TOKEN);
    assertCoded(response, codeOf(defect), "");
    assertThat(response.header("WWW-Authenticate")).matches(challengeOf(codeOf(defect)));
  }

  private static ErrorCode codeOf(String defect) {
    return switch (defect) {
      case "another scheme", "no scheme", "no token", "a blank token" -> ErrorCode.TOKEN_MISSING;
      case "expired" -> ErrorCode.TOKEN_EXPIRED;
      case "an unknown key" -> ErrorCode.KEY_REVOKED;
      default -> ErrorCode.TOKEN_INVALID;
    };
  }

  /** By RFC 6750 no error is named where no token was sent. */
  private static String challengeOf(ErrorCode code) {
    String error = ", error=\"invalid_token\", error_description=\"";
    return switch (code) {
      case TOKEN_MISSING -> CHALLENGE;
      case TOKEN_EXPIRED -> CHALLENGE + error + "the token has expired\"";
      case KEY_REVOKED -> CHALLENGE + error + "the api key [a-z ]+\"";
      default -> CHALLENGE + error + "the token is malformed, [a-z ]+\"";
    };
  }

  private Map<String, String> badHeaders() throws Exception {
    String token = partner.token();
    String[] segments = token.split("\\.");
    UnaryOperator<JwtClaimsBuilder> same = UnaryOperator.identity();
    Map<String, String> bad = new LinkedHashMap<>();
    bad.put("another scheme", "Basic cGs6c2s=");
    bad.put("no scheme", token);
    bad.put("no token", "Bearer");
    bad.put("a blank token", "Bearer  ");
    bad.put("no JWT", "Bearer abc");
    bad.put("two segments", "Bearer " + segments[0] + "." + segments[1]);
    bad.put("four segments", "Bearer " + token + ".x");
    bad.put("two tokens", "Bearer " + token + " " + token);
    bad.put("a forged signature", "Bearer " + forgedSignature(segments));
    bad.put("altered claims", "Bearer " + alteredClaims(segments));
    bad.put("algorithm none", "Bearer " + unsigned(segments));
    bad.put("the public key as an HMAC key", "Bearer " + signedWithPublicKey());
    bad.put("a key of another service", "Bearer " + signedWithAnotherKey());
    bad.put("expired", "Bearer " + issue(c -> c.expiresAt(Instant.now().minusSeconds(1))));
    bad.put("another audience", "Bearer " + issue(c -> c.audience("business-payments:live")));
    bad.put("another issuer", "Bearer " + issue(c -> c.issuer("somebody")));
    bad.put("another group", "Bearer " + issue(c -> c.groups("operator")));
    bad.put("an unknown key", "Bearer " + issue(c -> c.claim("api_key_id", -1L)));
    bad.put("a key that is no number", "Bearer " + issue(c -> c.claim("api_key_id", "x")));
    bad.put("RS512", "Bearer " + sign(same, SignatureAlgorithm.RS512));
    return bad;
  }

  @Test
  void aTokenWithTheServicesClaimsAndKeyIsAccepted() throws Exception {
    // Each refused token above differs from this one in a single point.
    String token = issue(UnaryOperator.identity());

    assertThat(balance("Bearer " + token).statusCode()).isEqualTo(200);
    assertThat(balance("bearer " + token).statusCode()).isEqualTo(200);
  }

  @Test
  void aTokenThatWasAcceptedIsRefusedOnceItExpires() throws Exception {
    Instant end = Instant.now().plus(Duration.ofHours(1));
    String token = issue(claims -> claims.expiresAt(end));
    MovableClock clock = new MovableClock();
    clock.set(Instant.now());
    QuarkusMock.installMockForType(new AccessTokens(issuer, clock, config), AccessTokens.class);
    assertThat(balance("Bearer " + token).statusCode()).isEqualTo(200);

    clock.set(end);

    Response refused = balance("Bearer " + token);
    assertAnswer(refused, 401, MALFORMED_TOKEN);
    assertCoded(refused, ErrorCode.TOKEN_EXPIRED, "");
  }

  @Test
  void aRevokedKeysTokensAreRefusedAfterTheNextRefresh() throws Exception {
    Partner revoked = partners.create(Map.of());
    assertThat(balanceOf(revoked).statusCode()).isEqualTo(200);

    rows.execute("UPDATE api_key SET revoked_at = now() WHERE key = $1", revoked.apiKey());

    // Again, where a scheduled refresh has read the key before, and ends after this one.
    Eventually.holds(
        () -> {
          callers.refresh().await().atMost(PATIENCE);
          Response refused = balanceOf(revoked);
          assertAnswer(refused, 401, MALFORMED_TOKEN);
          assertCoded(refused, ErrorCode.KEY_REVOKED, "");
        });
  }

  @Test
  void aSuspendedBusinessIsRefusedUntilItIsReadmitted() {
    Partner suspended = partners.create(Map.of());

    rows.execute("UPDATE business SET suspended = true WHERE id = $1", suspended.businessId());
    callers.refresh().await().atMost(PATIENCE);
    Response refused = balanceOf(suspended);
    rows.execute("UPDATE business SET suspended = false WHERE id = $1", suspended.businessId());

    assertRefused(refused, 403, "business is suspended");
    assertCoded(refused, ErrorCode.BUSINESS_SUSPENDED, "");
    callers.refresh().await().atMost(PATIENCE);
    assertThat(balanceOf(suspended).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/business//rate?from=USD&to=KES",
        "//business/rate?from=USD&to=KES",
        "/business/rate/?from=USD&to=KES",
        "/business;x=1/rate?from=USD&to=KES",
        "/;x=1/business/rate?from=USD&to=KES",
        "/business/rate;x=1?from=USD&to=KES",
        "/Business/rate?from=USD&to=KES",
        "/BUSINESS/rate?from=USD&to=KES",
        "/./business/rate?from=USD&to=KES",
        "/business/./rate?from=USD&to=KES",
        "/business/auth/../rate?from=USD&to=KES",
        "/business/auth/..;/rate?from=USD&to=KES",
        "/business/auth/%2e%2e/rate?from=USD&to=KES",
        "/business/auth%2f..%2frate?from=USD&to=KES",
        "/q/../business/rate?from=USD&to=KES",
        "/%62usiness/rate?from=USD&to=KES",
        "/%2562usiness/rate?from=USD&to=KES",
        "/business%2frate?from=USD&to=KES",
        "/business%2Frate?from=USD&to=KES",
        "/%2fbusiness/rate?from=USD&to=KES",
        "/business/%72ate?from=USD&to=KES",
        "/business\\rate?from=USD&to=KES",
        "/business/rate%00?from=USD&to=KES",
        "/business/auth?/../rate&from=USD&to=KES",
        "http://localhost/business/rate?from=USD&to=KES",
        "/business/auth;/../rate?from=USD&to=KES"
      })
  void noSpellingOfAPathAvoidsTheToken(String target) {
    RawHttp.Answer answer = RawHttp.send("GET " + target);

    assertThat(answer.status()).isIn(400, 401, 404, 405);
    assertThat(answer.body()).doesNotContain("\"rate\"");
  }

  private Response balance(String authorization) {
    return given().header("Authorization", authorization).get("/business/balance");
  }

  private static Response balanceOf(Partner of) {
    return of.request().get("/business/balance");
  }

  private static Response send(String operation, Request request) {
    String[] parts = operation.split(" ");
    return request.contentType("application/json").request(parts[0], parts[1]);
  }

  private String issue(UnaryOperator<JwtClaimsBuilder> change) throws Exception {
    return sign(change, SignatureAlgorithm.RS256);
  }

  private String sign(UnaryOperator<JwtClaimsBuilder> change, SignatureAlgorithm algorithm)
      throws Exception {
    return change.apply(claims()).jws().algorithm(algorithm).sign(signingKey());
  }

  private JwtClaimsBuilder claims() {
    Instant now = Instant.now();
    return Jwt.issuer("business-payments")
        .audience("business-payments:test")
        .subject("any")
        .groups("partner")
        .claim("api_key_id", apiKeyId)
        .issuedAt(now.minusSeconds(10))
        .expiresAt(now.plusSeconds(3600));
  }

  private PrivateKey signingKey() throws IOException, GeneralSecurityException {
    return KeyUtils.decodePrivateKey(Files.readString(config.privateKeyFile().orElseThrow()));
  }

  private String signedWithPublicKey() throws IOException {
    byte[] publicKey = Files.readAllBytes(config.publicKeyFile().orElseThrow());
    return claims()
        .jws()
        .algorithm(SignatureAlgorithm.HS256)
        .sign(new SecretKeySpec(publicKey, "HmacSHA256"));
  }

  private String signedWithAnotherKey() {
    return claims()
        .jws()
        .algorithm(SignatureAlgorithm.RS256)
        .sign(BuildKeys.pair("foreign").getPrivate());
  }

  private static String forgedSignature(String[] segments) {
    char first = segments[2].charAt(0) == 'A' ? 'B' : 'A';
    return segments[0] + "." + segments[1] + "." + first + segments[2].substring(1);
  }

  private static String alteredClaims(String[] segments) {
    String claims = new String(Base64.getUrlDecoder().decode(segments[1]), StandardCharsets.UTF_8);
    String altered = claims.replaceFirst("\"api_key_id\":\\d+", "\"api_key_id\":999999");
    return segments[0] + "." + base64(altered) + "." + segments[2];
  }

  private static String unsigned(String[] segments) {
    return base64("{\"typ\":\"JWT\",\"alg\":\"none\"}") + "." + segments[1] + ".";
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
