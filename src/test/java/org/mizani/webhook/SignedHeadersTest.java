package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.webhook.SignedHeaders.SigningKeys;

class SignedHeadersTest {

  private static final UUID ID = UUID.fromString("0191b2f0-7c5e-7d6a-8a51-0a2b3c4d5e6f");
  private static final String BODY = "{\"status\":\"termination_success\",\"name\":\"Zoë\"}";
  private static final byte[] BYTES = BODY.getBytes(StandardCharsets.UTF_8);
  private final WebhookSecret secret = WebhookSecret.random(new Random(1));
  private final WebhookSecret older = WebhookSecret.random(new Random(2));

  @Test
  void isVerifiedByTheReferenceLibrary() throws Exception {
    Map<String, String> headers = sign(Instant.now(), List.of(secret), Optional.empty());

    assertThatCode(() -> verify(secret, headers)).doesNotThrowAnyException();
    assertThatThrownBy(() -> verify(older, headers))
        .isInstanceOf(WebhookVerificationException.class);
  }

  @Test
  void signsExactlyLikeTheReferenceLibrary() throws Exception {
    Instant at = Instant.ofEpochSecond(1_700_000_000L);

    Map<String, String> headers = sign(at, List.of(secret), Optional.empty());

    assertThat(headers)
        .containsEntry("webhook-id", ID.toString())
        .containsEntry("webhook-timestamp", "1700000000")
        .containsEntry(
            "webhook-signature",
            new Webhook(secret.text()).sign(ID.toString(), at.getEpochSecond(), BODY))
        .doesNotContainKey("X-Service-Signature");
  }

  @Test
  void signsWithEverySecretNewestFirst() throws Exception {
    Map<String, String> headers = sign(Instant.now(), List.of(secret, older), Optional.empty());

    assertThatCode(() -> verify(secret, headers)).doesNotThrowAnyException();
    assertThatCode(() -> verify(older, headers)).doesNotThrowAnyException();
    String newestOnly =
        sign(
                Instant.ofEpochSecond(Long.parseLong(headers.get("webhook-timestamp"))),
                List.of(secret),
                Optional.empty())
            .get("webhook-signature");
    assertThat(headers.get("webhook-signature").split(" ")).hasSize(2).startsWith(newestOnly);
  }

  @Test
  void addsTheLegacyHeaderOverTimeAndBody() {
    Map<String, String> headers =
        SignedHeaders.headers(
            ID,
            Instant.ofEpochSecond(1_700_000_000L),
            "{\"a\":1}".getBytes(StandardCharsets.UTF_8),
            new SigningKeys(List.of(secret), Optional.of("sk_test_demo".getBytes())));

    // printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac sk_test_demo
    assertThat(headers)
        .containsEntry(
            "X-Service-Signature",
            "t=1700000000,v1=2d31faf4909c8bd8d33982383a605eb679123e80a3c03b233323c16423932461");
  }

  @Test
  void sendsNoSignatureWithoutASecret() {
    assertThat(sign(Instant.now(), List.of(), Optional.empty()))
        .containsOnlyKeys("webhook-id", "webhook-timestamp");
  }

  @Test
  void readsASecretThatItWrote() {
    assertThat(secret.text()).startsWith("whsec_");
    assertThat(WebhookSecret.parse(secret.text()).key()).isEqualTo(secret.key()).hasSize(32);
    assertThat(secret).hasToString("whsec_…");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "whsec_", "whsec_%%%", "sk_test", "secret_c2VjcmV0"})
  void refusesAnInvalidSecretWithoutQuotingIt(String text) {
    assertThatThrownBy(() -> WebhookSecret.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a webhook secret")
        .hasNoCause();
  }

  private static Map<String, String> sign(
      Instant at, List<WebhookSecret> secrets, Optional<byte[]> legacy) {
    return SignedHeaders.headers(ID, at, BYTES, new SigningKeys(secrets, legacy));
  }

  private static void verify(WebhookSecret secret, Map<String, String> headers) throws Exception {
    Map<String, List<String>> lists =
        headers.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, entry -> List.of(entry.getValue())));
    new Webhook(secret.text()).verify(BODY, HttpHeaders.of(lists, (name, value) -> true));
  }
}
