package org.mizani.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Security;
import java.security.Signature;
import javax.crypto.Cipher;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** RSA of the tests does as that of the JDK, with which the service is packaged. */
class NativeRsaTest {

  private static final byte[] TEXT = "an amount and a phone".getBytes(StandardCharsets.UTF_8);
  private static final String SIGNATURE = "SHA256withRSA";
  private static final String CIPHER = "RSA/ECB/PKCS1Padding";

  @BeforeAll
  static void thereIsNativeCode() {
    assumeTrue(Security.getProvider(NativeRsa.NAME) != null, "no native code for this machine");
  }

  @Test
  void signsAsTheJdk() throws GeneralSecurityException {
    KeyPair pair = pair(NativeRsa.NAME);

    assertThat(signature(NativeRsa.NAME, pair)).isEqualTo(signature("SunRsaSign", pair));
  }

  @Test
  void verifiesWhatTheJdkSigned() throws GeneralSecurityException {
    KeyPair pair = pair("SunRsaSign");
    byte[] signed = signature("SunRsaSign", pair);

    assertThat(isSignature(signed, pair)).isTrue();
    signed[7] ^= 1;
    assertThat(isSignature(signed, pair)).isFalse();
  }

  @Test
  void readsWhatTheJdkEncryptedAndTheOtherWayRound() throws GeneralSecurityException {
    KeyPair pair = pair("SunRsaSign");

    assertThat(decrypted(NativeRsa.NAME, pair, encrypted("SunJCE", pair))).isEqualTo(TEXT);
    assertThat(decrypted("SunJCE", pair, encrypted(NativeRsa.NAME, pair))).isEqualTo(TEXT);
  }

  private static KeyPair pair(String provider) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA", provider);
    generator.initialize(2048);
    return generator.generateKeyPair();
  }

  private static byte[] signature(String provider, KeyPair pair) throws GeneralSecurityException {
    Signature signature = Signature.getInstance(SIGNATURE, provider);
    signature.initSign(pair.getPrivate());
    signature.update(TEXT);
    return signature.sign();
  }

  private static boolean isSignature(byte[] signed, KeyPair pair) throws GeneralSecurityException {
    Signature signature = Signature.getInstance(SIGNATURE, NativeRsa.NAME);
    signature.initVerify(pair.getPublic());
    signature.update(TEXT);
    return signature.verify(signed);
  }

  private static byte[] encrypted(String provider, KeyPair pair) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER, provider);
    cipher.init(Cipher.ENCRYPT_MODE, pair.getPublic());
    return cipher.doFinal(TEXT);
  }

  private static byte[] decrypted(String provider, KeyPair pair, byte[] encrypted)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER, provider);
    cipher.init(Cipher.DECRYPT_MODE, pair.getPrivate());
    return cipher.doFinal(encrypted);
  }
}
