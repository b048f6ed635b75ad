package org.mizani.rail.pawapay.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.security.KeyPair;
import org.junit.jupiter.api.Test;
import org.mizani.support.TestKeys;

class EcKeysTest {

  @Test
  void keysAreRead() {
    KeyPair pair = TestKeys.p256();

    assertThat(EcKeys.privateKey(TestKeys.pem(pair.getPrivate()))).isEqualTo(pair.getPrivate());
    assertThat(EcKeys.publicKey(TestKeys.pem(pair.getPublic()))).isEqualTo(pair.getPublic());
  }

  /** The key of pawaPay's example on GitHub, pawaPay/signatures-java-example. */
  @Test
  void aKeyInPawapaysFormIsRead() {
    String pem =
        """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEMarHD6R7v1IZDkJw18wLisp2W9QI
        WbnjJKPtUT/GMJfKkX5oQWZpg+wUVRiPDunmFx+rGnx4Fuaa5Fydv6VjXg==
        -----END PUBLIC KEY-----
        """;

    assertThat(TestKeys.pem(EcKeys.publicKey(pem))).isEqualTo(pem);
  }

  @Test
  void keysOfAnotherCurveAreRefused() {
    KeyPair pair = TestKeys.ofCurve("secp384r1");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> EcKeys.privateKey(TestKeys.pem(pair.getPrivate())));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EcKeys.publicKey(TestKeys.pem(pair.getPublic())));
  }

  @Test
  void refusalDoesNotTellTheKey() {
    String pem = TestKeys.pem(TestKeys.p256().getPrivate()).replace("END", "FIN");

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
}
