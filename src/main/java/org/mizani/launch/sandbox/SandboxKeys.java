package org.mizani.launch.sandbox;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * Keys of the sandbox, files in its data directory: the pair for tokens, and the encryption key.
 */
final class SandboxKeys {

  /** PEM file of the private token key, PKCS#8. */
  static final String PRIVATE_FILE = "jwt-private.pem";

  /** PEM file of the public token key, X.509 SubjectPublicKeyInfo. */
  static final String PUBLIC_FILE = "jwt-public.pem";

  private static final String ALGORITHM = "RSA";
  private static final int BITS = 2048;
  private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

  private static final String ENCRYPTION_FILE = "encryption-key";
  private static final int ENCRYPTION_BYTES = 32;
  private static final Pattern ENCRYPTION_FORM =
      Pattern.compile("[A-Za-z0-9._-]{1,32}:[A-Za-z0-9+/]{43}=");

  private SandboxKeys() {}

  /**
   * Creates the pair for tokens unless it exists. The public file always follows from the private
   * one, so a start that was cut short between the two does no harm.
   *
   * @throws LaunchException if the private key cannot be read
   */
  static void ensureTokenKeys(DataDirectory directory) {
    String privatePem =
        directory.read(PRIVATE_FILE, () -> pem("PRIVATE KEY", newPair().getPrivate()));
    String publicPem = pem("PUBLIC KEY", publicKey(privatePem));
    if (!directory.read(PUBLIC_FILE, () -> publicPem).equals(publicPem.strip())) {
      directory.write(PUBLIC_FILE, publicPem);
    }
  }

  /**
   * The encryption key in the form of {@code payments.encryption.keys}, {@code sandbox:<base64 of
   * 32 bytes>}; created at the first start.
   *
   * @param databaseExists whether there may be encrypted values already, which a new key could not
   *     decrypt
   * @throws LaunchException if the key is lost or damaged
   */
  static String encryptionKey(DataDirectory directory, boolean databaseExists) {
    String key =
        directory.readSecret(ENCRYPTION_FILE, databaseExists, SandboxKeys::newEncryptionKey);
    if (!ENCRYPTION_FORM.matcher(key).matches()) {
      throw new LaunchException(
          "The file %s in the data directory is damaged: bring the right one back."
              .formatted(ENCRYPTION_FILE));
    }
    return key;
  }

  private static String newEncryptionKey() {
    byte[] key = new byte[ENCRYPTION_BYTES];
    new SecureRandom().nextBytes(key);
    return "sandbox:" + Base64.getEncoder().encodeToString(key) + "\n";
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
