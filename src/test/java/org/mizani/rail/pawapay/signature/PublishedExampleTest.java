package org.mizani.rail.pawapay.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.rail.pawapay.signature.HttpVerifier.Verdict;

/**
 * Agreement with the example that pawaPay publishes for Java, pawaPay/signatures-java-example: the
 * components in its order, the parameters in its order, a digest by SHA-512, a date in ISO 8601
 * with {@code Z}, and a signature in DER under {@code sig-pp}. Its signature bases are written out
 * here, so that neither side of a comparison is made by the code under test.
 */
class PublishedExampleTest {

  /** The key pair {@code test-key-ecc-p256} of RFC 9421, appendix B.1.3, in PKCS #8. */
  private static final PrivateKey PRIVATE_KEY =
      EcKeys.privateKey(
          """
          -----BEGIN PRIVATE KEY-----
          MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUpuF81l+kOxbjf7T
          4mNSv0r5tN67Gim7rnf6EFpcYDuhRANCAASohVhlUsKs9kcYeM/XsJNbT/4P0t/D
          QSSOoXvEHgWK8DHOJzfS0wzgYX6FHoPGHvVnnRUYZ2V2SQNdkKdM2ehd
          -----END PRIVATE KEY-----
          """);

  private static final PublicKey PUBLIC_KEY =
      EcKeys.publicKey(
          """
          -----BEGIN PUBLIC KEY-----
          MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lf
          w0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==
          -----END PUBLIC KEY-----
          """);

  private static final String KEY_ID = "CUSTOMER_TEST_KEY_ID";
  private static final Instant NOW = Instant.parse("2026-11-23T09:00:00.250Z");

  /** Of the example's client; the connector's own has no parameter. */
  private static final String TYPE = "application/json; charset=UTF-8";

  private static final byte[] BODY =
      "{\"depositId\":\"f5a2d8e4-1a37-4f0c-9a55-5b1f6a3f2c11\",\"amount\":\"15\",\"currency\":\"ZMW\"}"
          .getBytes(StandardCharsets.UTF_8);

  private static final String DIGEST =
      "sha-512=:GbCLf6H3qojmWL18VMPNxAhCzjU2cKoE8PqoUtWOXDSWA8P+03c2V64fupO9qOB6ELm4fWYjFSSGBcZegOkP"
          + "Mg==:";

  /** The components that the example signs where its client has not set the length yet. */
  private static final String COMPONENTS =
      "\"@method\" \"@authority\" \"@path\" \"signature-date\" \"content-digest\" \"content-type\"";

  /** All that its configuration lists, but the query, which no request has. */
  private static final String WITH_LENGTH = COMPONENTS + " \"content-length\"";

  /** The parameters but the last. */
  private static final String PARAMETERS =
      ";alg=\"ecdsa-p256-sha256\";keyid=\"CUSTOMER_TEST_KEY_ID\";created=1795424400;expires=";

  private static final String OUR_PARAMETERS = PARAMETERS + "1795424460";

  /** The example adds its minute in milliseconds to a time in seconds. */
  private static final String ITS_PARAMETERS = PARAMETERS + "1795484400";

  @Test
  void aRequestHasTheFieldsOfTheExample() {
    Map<String, String> fields = signer().sign(request(Map.of()));

    assertThat(fields)
        .containsOnlyKeys("Signature-Date", "Content-Digest", "Signature-Input", "Signature")
        .containsEntry("Signature-Date", "2026-11-23T09:00:00.250Z")
        .containsEntry("Content-Digest", DIGEST)
        .containsEntry("Signature-Input", "sig-pp=(" + COMPONENTS + ")" + OUR_PARAMETERS);
  }

  @Test
  void aRequestVerifiesByTheBaseOfTheExample() throws GeneralSecurityException {
    Map<String, String> fields = signer().sign(request(Map.of()));

    assertThat(isOf(base("", COMPONENTS, OUR_PARAMETERS), signatureIn(fields))).isTrue();
  }

  @Test
  void aRequestWithALengthVerifiesByTheBaseOfTheExample() throws GeneralSecurityException {
    Map<String, String> fields = signer().sign(request(Map.of("Content-Length", "83")));

    assertThat(fields)
        .containsEntry("Signature-Input", "sig-pp=(" + WITH_LENGTH + ")" + OUR_PARAMETERS);
    String base = base("\"content-length\": 83\n", WITH_LENGTH, OUR_PARAMETERS);
    assertThat(isOf(base, signatureIn(fields))).isTrue();
  }

  /** Signed with OpenSSL, which no change of this service's code or platform can follow. */
  @Test
  void aRequestThatTheExampleSignedOnceIsValid() {
    String signature =
        "MEYCIQC843xGm6psP+lOJKohCEzcaDgWtifxG+wNdwIEMxZzvwIhAJuSrMGX2irFH+F9IxX5xhL/Xa+QV9iy7l8u"
            + "yX2E+UbT";

    assertThat(verdict(signedByExample(Map.of(), COMPONENTS, signature))).isEqualTo(Verdict.VALID);
  }

  @Test
  void aRequestThatTheExampleSignsIsValid() throws GeneralSecurityException {
    String signature = signed(base("", COMPONENTS, ITS_PARAMETERS));

    assertThat(verdict(signedByExample(Map.of(), COMPONENTS, signature))).isEqualTo(Verdict.VALID);
  }

  @Test
  void aRequestWithALengthThatTheExampleSignsIsValid() throws GeneralSecurityException {
    Map<String, String> length = Map.of("Content-Length", "83");
    String signature = signed(base("\"content-length\": 83\n", WITH_LENGTH, ITS_PARAMETERS));

    assertThat(verdict(signedByExample(length, WITH_LENGTH, signature))).isEqualTo(Verdict.VALID);
  }

  /** Each is what RFC 9421 would allow another signer to sign. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"@path\" \"@authority\" \"@method\" \"signature-date\" \"content-digest\" \"content-type\"",
        "\"@method\" \"@authority\" \"@path\" \"content-digest\" \"signature-date\" \"content-type\""
      })
  void aSignatureHoldsForItsOrderAlone(String components) throws GeneralSecurityException {
    String signature = signed(base("", COMPONENTS, ITS_PARAMETERS));

    assertThat(verdict(signedByExample(Map.of(), components, signature)))
        .isEqualTo(Verdict.WRONG_SIGNATURE);
  }

  /** The base as the example writes it: a component a line, the parameters last, without an end. */
  private static String base(String length, String components, String parameters) {
    return """
        "@method": POST
        "@authority": api.sandbox.pawapay.io
        "@path": /v2/deposits
        "signature-date": 2026-11-23T09:00:00.250Z
        "content-digest": %s
        "content-type": application/json; charset=UTF-8
        %s"@signature-params": (%s)%s"""
        .formatted(DIGEST, length, components, parameters);
  }

  private static HttpSigner signer() {
    return new HttpSigner(KEY_ID, PRIVATE_KEY, () -> NOW);
  }

  private static HttpMessage request(Map<String, String> more) {
    Map<String, List<String>> fields = new HashMap<>();
    more.forEach((name, value) -> fields.put(name, List.of(value)));
    fields.put("Content-Type", List.of(TYPE));
    return HttpMessage.request("POST", "api.sandbox.pawapay.io", "/v2/deposits", fields, BODY);
  }

  private static HttpMessage signedByExample(
      Map<String, String> more, String components, String signature) {
    Map<String, String> fields = new HashMap<>(more);
    fields.put("Content-Digest", DIGEST);
    fields.put("Signature-Date", "2026-11-23T09:00:00.250Z");
    fields.put("Signature", "sig-pp=:" + signature + ":");
    fields.put("Signature-Input", "sig-pp=(" + components + ")" + ITS_PARAMETERS);
    // Two fields of its requests that no signature covers: they ask for signed answers.
    fields.put("Accept-Signature", "ecdsa-p256-sha256,ecdsa-p384-sha384");
    fields.put("Accept-Digest", "sha-256,sha-512");
    return request(fields);
  }

  private static byte[] signatureIn(Map<String, String> fields) {
    String field = fields.get("Signature");
    assertThat(field).startsWith("sig-pp=:").endsWith(":");
    return Base64.getDecoder().decode(field.substring("sig-pp=:".length(), field.length() - 1));
  }

  private static String signed(String base) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(PRIVATE_KEY);
    signature.update(base.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(signature.sign());
  }

  private static boolean isOf(String base, byte[] given) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initVerify(PUBLIC_KEY);
    signature.update(base.getBytes(StandardCharsets.UTF_8));
    return signature.verify(given);
  }

  private static Verdict verdict(HttpMessage message) {
    return new HttpVerifier(Duration.ZERO, () -> NOW)
        .verify(message, id -> Optional.of(PUBLIC_KEY).filter(key -> id.equals(KEY_ID)));
  }
}
