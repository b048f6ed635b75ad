package org.mizani.rail.pawapay.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class EcKeysTest {

  @Test
  void keysAreRead() throws GeneralSecurityException {
    KeyPair pair = pair("secp256r1");

    assertThat(EcKeys.privateKey(pem("PRIVATE", pair.getPrivate()))).isEqualTo(pair.getPrivate());
    assertThat(EcKeys.publicKey(pem("PUBLIC", pair.getPublic()))).isEqualTo(pair.getPublic());
  }

  @Test
  void keysOfAnotherCurveAreRefused() throws GeneralSecurityException {
    KeyPair pair = pair("secp384r1");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> EcKeys.privateKey(pem("PRIVATE", pair.getPrivate())));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EcKeys.publicKey(pem("PUBLIC", pair.getPublic())));
  }

  @Test
  void refusalDoesNotTellTheKey() throws GeneralSecurityException {
    String pem = pem("PRIVATE", pair("secp256r1").getPrivate()).replace("END", "FIN");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> EcKeys.privateKey(pem))
        .withMessage("no private key of P-256 in PKCS#8")
        .withNoCause();
  }

  @Test
  void anyOtherTextIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> EcKeys.publicKey(""));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> EcKeys.publicKey("-----BEGIN PUBLIC KEY-----AAAA-----END PUBLIC KEY-----"));
  }

  private static KeyPair pair(String curve) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec(curve));
    return generator.generateKeyPair();
  }

  private static String pem(String kind, Key key) {
    return "-----BEGIN %s KEY-----\n%s\n-----END %s KEY-----\n"
        .formatted(kind, Base64.getMimeEncoder().encodeToString(key.getEncoded()), kind);
  }
}
