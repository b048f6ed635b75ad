package org.mizani.business;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Hash of an API secret, the form in which it is stored. Secrets carry 256 random bits, so one
 * round of SHA-256 is as hard to reverse as a slow hash. The prefix separates it from the {@link
 * WebhookSignature}, which has the same two inputs and is known to receivers.
 */
public final class SecretHash {

  private final byte[] hash;

  private SecretHash(byte[] hash) {
    this.hash = hash;
  }

  /** The hash of a key's secret. */
  public static SecretHash of(String apiKey, String apiSecret) {
    return new SecretHash(sha256("api-secret/" + apiKey + ":" + apiSecret));
  }

  /** A hash as it was stored. */
  public static SecretHash stored(byte[] hash) {
    return new SecretHash(hash.clone());
  }

  /** The 32 bytes to store. */
  public byte[] bytes() {
    return hash.clone();
  }

  /** Whether both are equal, compared in constant time. */
  public boolean matches(SecretHash other) {
    return MessageDigest.isEqual(hash, other.hash);
  }

  /** SHA-256 of a text in UTF-8. */
  public static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
