package org.mizani.rail.pawapay.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentDigestTest {

  private static final byte[] BODY = "{\"hello\": \"world\"}".getBytes(StandardCharsets.UTF_8);

  /** From RFC 9530, appendix D. */
  private static final String SHA256 = "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:";

  @Test
  void bothAlgorithmsAreAccepted() {
    assertThat(ContentDigest.matches(SHA256, BODY)).isTrue();
    assertThat(ContentDigest.matches(ContentDigest.of(BODY), BODY)).isTrue();
    assertThat(ContentDigest.matches(SHA256 + ", " + ContentDigest.of(BODY), BODY)).isTrue();
    assertThat(ContentDigest.matches("md5=:AAAA:, " + SHA256, BODY)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sha-256",
        "sha-256=:AAAA:",
        "sha-256=()",
        "md5=:AAAA:",
        SHA256 + ", sha-512=:AAAA:",
        "sha-512=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:"
      })
  void anyOtherDigestIsRefused(String field) {
    assertThat(ContentDigest.matches(field, BODY)).isFalse();
  }
}
