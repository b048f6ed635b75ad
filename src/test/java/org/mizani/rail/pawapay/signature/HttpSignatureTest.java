package org.mizani.rail.pawapay.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.rail.pawapay.signature.HttpVerifier.Verdict;
import org.mizani.support.TestKeys;

class HttpSignatureTest {

  private static final Instant NOW = Instant.parse("2026-11-23T09:00:00.25Z");
  private static final Duration SKEW = Duration.ofSeconds(5);
  private static final String KEY_ID = "HTTP_EC_P256_KEY:1";
  private static final byte[] BODY = "{\"payoutId\":\"1\"}".getBytes(StandardCharsets.UTF_8);
  private static final KeyPair KEYS = TestKeys.p256();

  @Test
  void signedRequestIsValid() {
    assertThat(verdict(signed())).isEqualTo(Verdict.VALID);
  }

  @Test
  void signedResponseIsValid() {
    HttpMessage response = HttpMessage.response(200, fields(Map.of()), BODY);
    HttpMessage signed = response.with(signer().sign(response));

    assertThat(verdict(signed)).isEqualTo(Verdict.VALID);
    assertThat(verdict(changed(signed, "@status", "201"))).isEqualTo(Verdict.WRONG_SIGNATURE);
  }

  @Test
  void lengthIsCoveredIfTheMessageHasOne() {
    HttpMessage without = HttpMessage.request("POST", "h", "/p", fields(Map.of()), BODY);
    Map<String, String> signature = signer().sign(without);

    assertThat(signature.get("Signature-Input")).doesNotContain("content-length");
    assertThat(verdict(without.with(signature))).isEqualTo(Verdict.VALID);
    assertThat(signed().fields().get("signature-input")).contains("\"content-length\"");
  }

  @Test
  void signatureFieldsHavePawapaysForm() {
    assertThat(signer().sign(unsigned()))
        .containsEntry("Signature-Date", "2026-11-23T09:00:00.250Z")
        .containsEntry(
            "Signature-Input",
            "sig-pp=(\"@method\" \"@authority\" \"@path\" \"signature-date\" \"content-digest\""
                + " \"content-type\" \"content-length\");alg=\"ecdsa-p256-sha256\""
                + ";keyid=\"HTTP_EC_P256_KEY:1\";created=1795424400;expires=1795424460")
        .hasEntrySatisfying("Content-Digest", digest -> assertThat(digest).startsWith("sha-512=:"))
        // A sequence in DER begins with 0x30, which is the first M of the text.
        .hasEntrySatisfying("Signature", text -> assertThat(text).startsWith("sig-pp=:M"));
  }

  @Test
  void messageWithoutContentTypeIsNotSigned() {
    HttpMessage message = HttpMessage.request("POST", "h", "/p", Map.of(), BODY);

    assertThatIllegalArgumentException().isThrownBy(() -> signer().sign(message));
  }

  @ParameterizedTest
  @CsvSource({
    "@method, PUT",
    "@authority, api.example.net",
    "@path, /v2/deposits",
    "signature-date, 2026-11-23T09:00:01Z",
    "content-type, text/plain",
    "content-length, 17"
  })
  void changedComponentIsRefused(String component, String value) {
    assertThat(verdict(changed(signed(), component, value))).isEqualTo(Verdict.WRONG_SIGNATURE);
  }

  @Test
  void changedDigestIsRefused() {
    String ofAnother = ContentDigest.of(new byte[] {1});

    assertThat(verdict(changed(signed(), "content-digest", ofAnother)))
        .isEqualTo(Verdict.DIGEST_MISMATCH);
  }

  @Test
  void changedBodyIsRefused() {
    HttpMessage signed = signed();
    byte[] other = "{\"payoutId\":\"2\"}".getBytes(StandardCharsets.UTF_8);

    assertThat(verdict(new HttpMessage(signed.derived(), signed.fields(), other)))
        .isEqualTo(Verdict.DIGEST_MISMATCH);
  }

  @Test
  void bodyAndDigestChangedTogetherAreRefused() {
    byte[] other = "{\"payoutId\":\"2\"}".getBytes(StandardCharsets.UTF_8);
    HttpMessage forged = changed(signed(), "content-digest", ContentDigest.of(other));

    assertThat(verdict(new HttpMessage(forged.derived(), forged.fields(), other)))
        .isEqualTo(Verdict.WRONG_SIGNATURE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@method",
        "@authority",
        "@path",
        "signature-date",
        "content-digest",
        "content-type",
      })
  void everyComponentHasToBeCovered(String component) {
    HttpMessage message = withInput(input -> input.replaceFirst(" ?\"" + component + "\"", ""));

    assertThat(verdict(message)).isIn(Verdict.COMPONENT_MISSING, Verdict.UNSIGNED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"signature-date", "content-digest", "content-type", "content-length"})
  void coveredFieldHasToBeThere(String field) {
    assertThat(verdict(changed(signed(), field, null))).isEqualTo(Verdict.COMPONENT_MISSING);
  }

  @Test
  void componentIsCoveredOnce() {
    assertThat(verdict(withInput(i -> i.replace("(", "(\"content-type\" "))))
        .isEqualTo(Verdict.COMPONENT_MISSING);
  }

  @Test
  void requestWithAStatusIsRefused() {
    assertThat(verdict(withInput(i -> i.replace("(\"@method\"", "(\"@status\" \"@method\""))))
        .isEqualTo(Verdict.COMPONENT_MISSING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"signature", "signature-input"})
  void bothFieldsAreNeeded(String field) {
    assertThat(verdict(changed(signed(), field, null))).isEqualTo(Verdict.UNSIGNED);
    assertThat(verdict(changed(signed(), field, ""))).isEqualTo(Verdict.UNSIGNED);
    assertThat(verdict(changed(signed(), field, signed().fields().get(field).replace("pp", "qq"))))
        .isEqualTo(Verdict.UNSIGNED);
  }

  @ParameterizedTest
  @CsvSource({
    "ecdsa-p256-sha256, ecdsa-p384-sha384, WRONG_ALGORITHM",
    "ecdsa-p256-sha256, none, WRONG_ALGORITHM",
    ";alg=\"ecdsa-p256-sha256\", '', WRONG_ALGORITHM",
    ";created=1795424400, '', OUT_OF_TIME",
    ";expires=1795424460, '', OUT_OF_TIME",
    "KEY:1, KEY:2, UNKNOWN_KEY",
    ";keyid=\"HTTP_EC_P256_KEY:1\", '', UNKNOWN_KEY",
    "expires=1795424460, expires=1795424461, WRONG_SIGNATURE",
    "created=1795424400, created=1795424399, WRONG_SIGNATURE"
  })
  void changedParameterIsRefused(String from, String to, Verdict verdict) {
    assertThat(verdict(withInput(input -> input.replace(from, to)))).isEqualTo(verdict);
  }

  @ParameterizedTest
  @CsvSource({
    "-6, OUT_OF_TIME",
    "-5, VALID",
    "0, VALID",
    "60, VALID",
    "65, VALID",
    "66, OUT_OF_TIME"
  })
  void signatureIsValidForAMinute(long seconds, Verdict verdict) {
    Instant then = NOW.plusSeconds(seconds);

    assertThat(new HttpVerifier(SKEW, () -> then).verify(signed(), HttpSignatureTest::key))
        .isEqualTo(verdict);
  }

  @Test
  void signatureOfAnotherKeyIsRefused() {
    HttpMessage forged =
        unsigned()
            .with(new HttpSigner(KEY_ID, TestKeys.p256().getPrivate(), () -> NOW).sign(unsigned()));

    assertThat(verdict(forged)).isEqualTo(Verdict.WRONG_SIGNATURE);
  }

  /** The last signature is a pair of zeros, which Java accepted for every message before 17.0.3. */
  @ParameterizedTest
  @ValueSource(strings = {"sig-pp=:AAAA:", "sig-pp=::", "sig-pp=:MAYCAQACAQA=:"})
  void malformedSignatureIsRefused(String signature) {
    assertThat(verdict(changed(signed(), "signature", signature)))
        .isEqualTo(Verdict.WRONG_SIGNATURE);
  }

  @Test
  void signatureBesideAnotherLabelIsValid() {
    HttpMessage signed = signed();
    HttpMessage both =
        changed(
            changed(signed, "signature", "proxy=:AAAA:, " + signed.fields().get("signature")),
            "signature-input",
            "proxy=(\"@method\");created=1, " + signed.fields().get("signature-input"));

    assertThat(verdict(both)).isEqualTo(Verdict.VALID);
  }

  private static HttpMessage unsigned() {
    return HttpMessage.request(
        "POST",
        "API.sandbox.pawapay.io",
        "/v2/payouts",
        fields(Map.of("Content-Length", List.of(Integer.toString(BODY.length)))),
        BODY);
  }

  private static Map<String, List<String>> fields(Map<String, List<String>> more) {
    Map<String, List<String>> fields = new HashMap<>(more);
    fields.put("Content-Type", List.of("application/json"));
    return fields;
  }

  private static HttpSigner signer() {
    return new HttpSigner(KEY_ID, KEYS.getPrivate(), () -> NOW);
  }

  private static HttpMessage signed() {
    return unsigned().with(signer().sign(unsigned()));
  }

  private static HttpMessage withInput(UnaryOperator<String> change) {
    HttpMessage signed = signed();
    String input = signed.fields().get("signature-input");
    assertThat(change.apply(input)).isNotEqualTo(input);
    return changed(signed, "signature-input", change.apply(input));
  }

  private static HttpMessage changed(HttpMessage message, String component, String value) {
    Map<String, String> derived = new HashMap<>(message.derived());
    Map<String, String> fields = new HashMap<>(message.fields());
    Map<String, String> target = component.startsWith("@") ? derived : fields;
    if (value == null) {
      target.remove(component);
    } else {
      target.put(component, value);
    }
    return new HttpMessage(derived, fields, message.body());
  }

  private static Verdict verdict(HttpMessage message) {
    return new HttpVerifier(SKEW, () -> NOW).verify(message, HttpSignatureTest::key);
  }

  private static Optional<PublicKey> key(String keyId) {
    return Optional.of(KEYS.getPublic()).filter(key -> keyId.equals(KEY_ID));
  }
}
