package org.mizani.rail.daraja;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;

/**
 * Key pair of the stand-in, made for tests. Its certificate ended in 2016, as the sandbox's did.
 */
final class StandInKeys {

  private static final PrivateKey KEY = key();

  private StandInKeys() {}

  /** Returns a file of the tests' resources. */
  static byte[] resource(String name) {
    try (InputStream in = StandInKeys.class.getResourceAsStream("/daraja/" + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the password in a credential, or empty if the credential cannot be decrypted. */
  static Optional<String> decrypt(String credential) {
    try {
      Cipher cipher = Cipher.getInstance("RSA/ECB/PKCS1Padding");
      cipher.init(Cipher.DECRYPT_MODE, KEY);
      byte[] plain = cipher.doFinal(Base64.getDecoder().decode(credential));
      return Optional.of(new String(plain, StandardCharsets.UTF_8));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static PrivateKey key() {
    String pem = new String(resource("key.pem"), StandardCharsets.US_ASCII);
    byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", "").strip());
    try {
      return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
