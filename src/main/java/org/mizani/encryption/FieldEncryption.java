package org.mizani.encryption;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encryption of single database values with AES-256-GCM. A value is bound to a context (such as
 * {@code payout/<id>}): moved to another row, it does not decrypt.
 *
 * <p>Stored form: one byte for the length of the key's name, the name, 12 bytes of nonce, then the
 * ciphertext with its 16-byte tag. The first key encrypts new values; every key decrypts its own.
 * That is how keys are rotated (ADR 5).
 */
public final class FieldEncryption {

  private static final String TRANSFORMATION = "AES/GCM/NoPadding";
  private static final String MAC = "HmacSHA256";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final int KEY_BYTES = 32;
  // A new Cipher searches its provider again, which costs more than the encryption itself.
  private static final ThreadLocal<Cipher> CIPHER =
      ThreadLocal.withInitial(FieldEncryption::newCipher);

  private final Map<String, SecretKey> keys = new LinkedHashMap<>();
  private final String currentName;
  private final SecureRandom random = new SecureRandom();

  /**
   * @param rawKeys 32-byte keys by name (1 to 32 characters of ASCII), the current one first
   * @throws IllegalArgumentException if there is no key, or a key of another size
   */
  public FieldEncryption(Map<String, byte[]> rawKeys) {
    rawKeys.forEach((name, key) -> keys.put(checkedName(name), checkedKey(name, key)));
    currentName =
        keys.keySet().stream()
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no encryption key"));
  }

  /** Encrypts these bytes for this context, with the current key. */
  public byte[] encrypt(String context, byte[] plain) {
    byte[] name = currentName.getBytes(StandardCharsets.US_ASCII);
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      Cipher cipher = CIPHER.get();
      cipher.init(
          Cipher.ENCRYPT_MODE, keys.get(currentName), new GCMParameterSpec(TAG_BITS, nonce));
      cipher.updateAAD(context.getBytes(StandardCharsets.UTF_8));
      ByteBuffer encrypted =
          ByteBuffer.allocate(1 + name.length + NONCE_BYTES + cipher.getOutputSize(plain.length));
      encrypted.put((byte) name.length).put(name).put(nonce);
      cipher.doFinal(ByteBuffer.wrap(plain), encrypted);
      return encrypted.array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot encrypt", e);
    }
  }

  /**
   * Decrypts a value of this context.
   *
   * @throws UndecryptableException if it was altered, is of another context, or its key is gone
   */
  public byte[] decrypt(String context, byte[] encrypted) {
    try {
      ByteBuffer in = ByteBuffer.wrap(encrypted);
      byte[] name = new byte[in.get()];
      in.get(name);
      byte[] nonce = new byte[NONCE_BYTES];
      in.get(nonce);
      Cipher cipher = CIPHER.get();
      cipher.init(Cipher.DECRYPT_MODE, keyNamed(name), new GCMParameterSpec(TAG_BITS, nonce));
      cipher.updateAAD(context.getBytes(StandardCharsets.UTF_8));
      return cipher.doFinal(encrypted, in.position(), in.remaining());
    } catch (GeneralSecurityException | RuntimeException e) {
      throw new UndecryptableException("cannot decrypt the value of " + context, e);
    }
  }

  /**
   * Keyed hash of a text (HMAC-SHA-256), for values that are compared and never read again. The key
   * derives from the current one: after a rotation equal texts have other hashes.
   */
  public byte[] hash(String text) {
    try {
      Mac mac = Mac.getInstance(MAC);
      byte[] derived = mac(mac, keys.get(currentName).getEncoded(), "hash");
      return mac(mac, derived, text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot hash", e);
    }
  }

  /**
   * The blind index of a kind of value. Its keys derive from all of these, so it finds what was
   * written before a rotation for as long as the old key decrypts it.
   *
   * @param kind of the values, such as {@code recipient}: two kinds have hashes of their own
   */
  public BlindIndex blindIndex(String kind) {
    return new BlindIndex(keys.values().stream().map(key -> derived(key, kind)).toList());
  }

  private static SecretKey derived(SecretKey key, String kind) {
    try {
      byte[] derived = mac(Mac.getInstance(MAC), key.getEncoded(), "blind-index/" + kind);
      return new SecretKeySpec(derived, MAC);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot derive a key", e);
    }
  }

  private static byte[] mac(Mac mac, byte[] key, String text) throws GeneralSecurityException {
    mac.init(new SecretKeySpec(key, MAC));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }

  private SecretKey keyNamed(byte[] name) {
    SecretKey key = keys.get(new String(name, StandardCharsets.US_ASCII));
    if (key == null) {
      throw new IllegalStateException("its key is not configured");
    }
    return key;
  }

  private static String checkedName(String name) {
    if (!name.matches("[A-Za-z0-9._-]{1,32}")) {
      throw new IllegalArgumentException(
          "an encryption key's name is 1 to 32 of A-Z a-z 0-9 . _ -");
    }
    return name;
  }

  private static SecretKey checkedKey(String name, byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException("encryption key " + name + " is not 32 bytes long");
    }
    return new SecretKeySpec(key, "AES");
  }

  private static Cipher newCipher() {
    try {
      return Cipher.getInstance(TRANSFORMATION);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
