package org.mizani.launch.sandbox;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import org.mizani.launch.LaunchException;

/** The sandbox's own RSA pair for access tokens, as PEM files in its data directory. */
final class TokenKeys {

  /** Holds the private key, PKCS#8. */
  static final String PRIVATE_FILE = "jwt-private.pem";

  /** Holds the public key, X.509 SubjectPublicKeyInfo. */
  static final String PUBLIC_FILE = "jwt-public.pem";

  private static final String ALGORITHM = "RSA";
  private static final int BITS = 2048;
  private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

  private TokenKeys() {}

  /**
   * Makes the pair unless it is there. The public file always follows from the private one, so a
   * start that was cut short between the two does no harm.
   *
   * @throws LaunchException if the private key cannot be read
   */
  static void ensure(DataDirectory directory) {
    String privatePem =
        directory.read(PRIVATE_FILE, () -> pem("PRIVATE KEY", newPair().getPrivate()));
    String publicPem = pem("PUBLIC KEY", publicKey(privatePem));
    if (!directory.read(PUBLIC_FILE, () -> publicPem).equals(publicPem.strip())) {
      directory.write(PUBLIC_FILE, publicPem);
    }
  }

  private static KeyPair newPair() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(ALGORITHM);
      generator.initialize(BITS);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static PublicKey publicKey(String privatePem) {
    try {
      byte[] encoded =
          Base64.getMimeDecoder().decode(privatePem.replaceAll("-----[A-Z ]+-----", ""));
      KeyFactory factory = KeyFactory.getInstance(ALGORITHM);
      RSAPrivateCrtKey key =
          (RSAPrivateCrtKey) factory.generatePrivate(new PKCS8EncodedKeySpec(encoded));
      return factory.generatePublic(
          new RSAPublicKeySpec(key.getModulus(), key.getPublicExponent()));
    } catch (GeneralSecurityException | IllegalArgumentException | ClassCastException e) {
      throw new LaunchException(
          "The file " + PRIVATE_FILE + " in the data directory is not an RSA private key.", e);
    }
  }

  private static String pem(String kind, Key key) {
    String body = LINES.encodeToString(key.getEncoded());
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(kind, body);
  }
}
