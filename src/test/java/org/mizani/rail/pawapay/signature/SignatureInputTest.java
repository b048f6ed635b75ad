package org.mizani.rail.pawapay.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SignatureInputTest {

  /** The key {@code test-key-ecc-p256} of RFC 9421, appendix B.1.3. */
  private static final String RFC_KEY =
      """
      -----BEGIN PUBLIC KEY-----
      MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lf
      w0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==
      -----END PUBLIC KEY-----
      """;

  private static final String RFC_DIGEST =
      "sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5"
          + "aGgfLQ==:";

  private static final byte[] RFC_BODY =
      "{\"message\": \"good dog\"}".getBytes(StandardCharsets.UTF_8);

  /** RFC 9421, appendix B.2.4: a response signed with ECDSA on P-256. */
  @Test
  void baseIsTheOneThatTheStandardSigns() throws GeneralSecurityException {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("created", 1618884473L);
    parameters.put("keyid", "test-key-ecc-p256");
    List<String> components =
        List.of("@status", "content-type", "content-digest", "content-length");
    HttpMessage response =
        HttpMessage.response(
            200,
            Map.of(
                "Date", List.of("Tue, 20 Apr 2021 02:07:56 GMT"),
                "Content-Type", List.of("application/json"),
                "Content-Digest", List.of(RFC_DIGEST),
                "Content-Length", List.of("23")),
            RFC_BODY);

    byte[] base = new SignatureInput(components, parameters).base(response).orElseThrow();

    assertThat(new String(base, StandardCharsets.UTF_8))
        .isEqualTo(
            """
            "@status": 200
            "content-type": application/json
            "content-digest": %s
            "content-length": 23
            "@signature-params": ("@status" "content-type" "content-digest" "content-length")\
            ;created=1618884473;keyid="test-key-ecc-p256\""""
                .formatted(RFC_DIGEST));
    PublicKey key = EcKeys.publicKey(RFC_KEY);
    // The standard's form of the signature, which pawaPay does not use: both numbers, 32 bytes
    // each.
    Signature verifier = Signature.getInstance("SHA256withECDSAinP1363Format");
    verifier.initVerify(key);
    verifier.update(base);
    assertThat(
            verifier.verify(
                Base64.getDecoder()
                    .decode(
                        "wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlY"
                            + "UEkLIj+32oiasw==")))
        .isTrue();
  }

  /** The callback of a deposit in https://docs.pawapay.io/v2/docs/signatures. */
  @Test
  void baseIsTheOneThatPawapayPublishes() {
    String input =
        "(\"@method\" \"@authority\" \"@path\" \"signature-date\" \"content-digest\""
            + " \"content-type\");alg=\"ecdsa-p256-sha256\";keyid=\"CUSTOMER_TEST_KEY\""
            + ";created=1714657551;expires=1714657611";
    String digest =
        "sha-512=:0ki7QBS/0MA424uwOq3k5HnJnL5SRkPjit12m0YMpd4JgWiMvm9+yNT3FunkpDaTSsKhTkliQwJlRw9b"
            + "gsos9w==:";
    HttpMessage callback =
        HttpMessage.request(
            "POST",
            "localhost:8080",
            "/callback",
            Map.of(
                "Content-Type", List.of("application/json; charset=UTF-8"),
                "Content-Digest", List.of(digest),
                "Signature-Date", List.of("2024-05-02T16:45:51.131905Z")),
            new byte[0]);

    byte[] base =
        SignatureInput.parse("sig-pp=" + input).orElseThrow().base(callback).orElseThrow();

    assertThat(new String(base, StandardCharsets.UTF_8))
        .isEqualTo(
            """
            "@method": POST
            "@authority": localhost:8080
            "@path": /callback
            "signature-date": 2024-05-02T16:45:51.131905Z
            "content-digest": %s
            "content-type": application/json; charset=UTF-8
            "@signature-params": %s"""
                .formatted(digest, input));
  }

  @Test
  void digestIsTheOneOfTheStandard() {
    assertThat(ContentDigest.of(RFC_BODY)).isEqualTo(RFC_DIGEST);
  }

  @Test
  void inputIsWrittenAsItWasRead() {
    String value = "(\"@method\" \"a\");alg=\"b\\\"c\\\\\";created=1;expires=2";

    assertThat(SignatureInput.parse("sig-pp=" + value).map(SignatureInput::serialized))
        .hasValue(value);
  }

  @Test
  void valueCannotForgeALine() {
    SignatureInput input = new SignatureInput(List.of("a"), Map.of());

    assertThat(input.base(message("b"))).isPresent();
    assertThat(input.base(message("b\n\"c\": d"))).isEmpty();
  }

  private static HttpMessage message(String value) {
    return new HttpMessage(Map.of(), Map.of("a", value), new byte[0]);
  }
}
