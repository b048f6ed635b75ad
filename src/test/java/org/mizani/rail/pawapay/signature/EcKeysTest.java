package org.mizani.rail.pawapay.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Signature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

  /** The key {@code test-key-ecc-p256} of RFC 9421, which is made as pawaPay's example says. */
  @Test
  void aPrivateKeyInTheFormOfPawapaysExampleIsRead() throws GeneralSecurityException {
    PrivateKey read =
        EcKeys.privateKey(
            """
            -----BEGIN EC PRIVATE KEY-----
            MHcCAQEEIFKbhfNZfpDsW43+0+JjUr9K+bTeuxopu653+hBaXGA7oAoGCCqGSM49
            AwEHoUQDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lfw0EkjqF7xB4FivAxzic30tMM
            4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==
            -----END EC PRIVATE KEY-----
            """);

    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(read);
    byte[] signed = signature.sign();
    signature.initVerify(
        EcKeys.publicKey(
            """
            -----BEGIN PUBLIC KEY-----
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lf
            w0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==
            -----END PUBLIC KEY-----
            """));
    assertThat(signature.verify(signed)).isTrue();
  }

  /** Its number is one of P-256 too, where nothing is said of the curve or another one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "MDECAQEEIFKbhfNZfpDsW43+0+JjUr9K+bTeuxopu653+hBaXGA7oAoGCCqGSM49AwEI",
        "MCUCAQEEIFKbhfNZfpDsW43+0+JjUr9K+bTeuxopu653+hBaXGA7",
        "AAAA"
      })
  void aPrivateKeyInThatFormOfAnotherCurveIsRefused(String key) {
    String pem = "-----BEGIN EC PRIVATE KEY-----\n" + key + "\n-----END EC PRIVATE KEY-----\n";

    assertThatIllegalArgumentException()
        .isThrownBy(() -> EcKeys.privateKey(pem))
        .withMessage("no private key of P-256 in PEM");
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
        .withMessage("no private key of P-256 in PEM")
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
