package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Json;
import org.mizani.support.JsonValues;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Exchange of a business's API key and secret for an access token. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuthApiTest {

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner = partners.create(Map.of());
  }

  @Test
  void exchangesKeyAndSecretForATokenOfAnHour() {
    Response response = authenticate(partner.apiKey(), partner.apiSecret());

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.contentType()).startsWith("application/json");
    assertThat(response.<Map<String, Object>>path(""))
        .containsOnlyKeys("accessToken", "expiresIn", "tokenType")
        .containsEntry("expiresIn", 3600)
        .containsEntry("tokenType", "Bearer");
  }

  @Test
  void theTokenIsASignedJwtForAnHour() {
    String token = authenticate(partner.apiKey(), partner.apiSecret()).path("accessToken");

    String[] segments = token.split("\\.");
    assertThat(segments).hasSize(3);
    assertThat(decoded(segments[0]).getString("alg")).isEqualTo("RS256");
    assertThat(decoded(segments[0]).getString("kid")).matches("[A-Za-z0-9_-]{43}");
    JsonValues claims = decoded(segments[1]);
    assertThat(claims.getLong("exp") - claims.getLong("iat")).isEqualTo(3600);
    assertThat(claims.getMap("").toString()).doesNotContain(partner.apiKey(), partner.apiSecret());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"apiKey\":\"k\"}",
        "{\"apiSecret\":\"s\"}",
        "{\"apiKey\":\"\",\"apiSecret\":\"s\"}",
        "{\"apiKey\":\"k\",\"apiSecret\":\" \"}",
        "{\"apiKey\":null,\"apiSecret\":\"s\"}"
      })
  void requiresBothCredentials(String body) {
    assertRefused(post(body), 400, "apiKey and apiSecret required");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "\"text\"",
        "\"\"",
        "7",
        "{",
        "{\"apiKey\":1,\"apiSecret\":\"s\"}",
        "{} {}"
      })
  void refusesABodyThatIsNoObjectOfStrings(String body) {
    assertRefused(post(body), 400, "invalid payload");
  }

  @Test
  void refusesAnotherContentType() {
    Response response = given().contentType("text/plain").body("{}").post("/business/auth");

    assertRefused(response, 400, "invalid payload");
  }

  Stream<Map<String, String>> wrongCredentials() {
    Partner revoked = partners.create(Map.of());
    Partner elsewhere = partners.create(Map.of());
    rows.execute("UPDATE api_key SET revoked_at = now() WHERE key = $1", revoked.apiKey());
    rows.execute(
        "UPDATE api_key SET environment = 'production' WHERE key = $1", elsewhere.apiKey());
    return Stream.of(
        credentials(partner.apiKey(), "sk_test_wrong"),
        credentials(partner.apiKey(), partner.apiSecret() + " "),
        credentials(partner.apiSecret(), partner.apiKey()),
        credentials("pk_test_" + UUID.randomUUID(), partner.apiSecret()),
        credentials(partner.apiKey().toUpperCase(Locale.ROOT), partner.apiSecret()),
        credentials("pk_live_" + UUID.randomUUID(), "sk_live_any"),
        credentials("pk_test_\u0000", "sk_test"),
        credentials(partner.apiKey() + "\u0000", partner.apiSecret()),
        credentials("k".repeat(20_000), "s".repeat(20_000)),
        credentials("nobody", "nothing"),
        credentials("' OR 1=1 --", "' OR 1=1 --"),
        credentials(revoked.apiKey(), revoked.apiSecret()),
        credentials(elsewhere.apiKey(), elsewhere.apiSecret()));
  }

  @ParameterizedTest
  @MethodSource("wrongCredentials")
  void answersAllWrongCredentialsAlike(Map<String, String> credentials) {
    Response response = post(Json.of(credentials));

    assertRefused(response, 401, "invalid credentials");
    assertThat(response.headers().map().keySet())
        .as("nothing tells whether the key exists")
        .noneMatch(header -> header.toLowerCase(Locale.ROOT).startsWith("x-ratelimit"));
  }

  private static Map<String, String> credentials(String key, String secret) {
    return Map.of("apiKey", key, "apiSecret", secret);
  }

  private static Response authenticate(String key, String secret) {
    return post(Json.of(credentials(key, secret)));
  }

  private static Response post(String body) {
    return given().contentType("application/json").body(body).post("/business/auth");
  }

  private static JsonValues decoded(String segment) {
    byte[] json = Base64.getUrlDecoder().decode(segment);
    return JsonValues.of(json);
  }
}
