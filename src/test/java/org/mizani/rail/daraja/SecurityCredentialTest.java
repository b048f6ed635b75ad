package org.mizani.rail.daraja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class SecurityCredentialTest {

  private static final byte[] PEM = StandInKeys.resource("certificate.pem");

  @Test
  void thePrivateKeyDecryptsThePassword() {
    SecurityCredential credential = SecurityCredential.forCertificate(PEM);

    String first = credential.encrypt("Safe#Pass1");
    String second = credential.encrypt("Safe#Pass1");

    assertThat(first).isNotEqualTo(second);
    assertThat(StandInKeys.decrypt(first)).contains("Safe#Pass1");
    assertThat(StandInKeys.decrypt(second)).contains("Safe#Pass1");
  }

  @Test
  void takesDerAndTextAroundPem() {
    byte[] der =
        Base64.getMimeDecoder()
            .decode(
                new String(PEM, StandardCharsets.US_ASCII)
                    .replaceAll("-----[A-Z ]+-----", "")
                    .strip());
    byte[] spaced = ("\n\n" + new String(PEM, StandardCharsets.US_ASCII) + "\n\n").getBytes();

    assertThat(SecurityCredential.forCertificate(der).encrypt("a")).hasSize(344);
    assertThat(SecurityCredential.forCertificate(spaced).encrypt("a")).hasSize(344);
  }

  @Test
  void namesTheFaultOfACertificate() {
    assertRefused(StandInKeys.resource("key.pem"), "is a key");
    assertRefused(StandInKeys.resource("elliptic.pem"), "an RSA key");
    assertRefused(new byte[0], "one certificate, not 0");
    assertRefused("hello".getBytes(), "X.509");
    assertRefused((new String(PEM) + new String(PEM)).getBytes(), "one certificate, not 2");
  }

  private static void assertRefused(byte[] certificate, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SecurityCredential.forCertificate(certificate))
        .withMessageContaining(message);
  }

  @Test
  void refusesAnEmptyOrOverlongPassword() {
    SecurityCredential credential = SecurityCredential.forCertificate(PEM);

    assertThatIllegalArgumentException().isThrownBy(() -> credential.encrypt(""));
    assertThatIllegalArgumentException().isThrownBy(() -> credential.encrypt("x".repeat(246)));
    assertThat(StandInKeys.decrypt(credential.encrypt("x".repeat(245)))).isPresent();
  }
}
