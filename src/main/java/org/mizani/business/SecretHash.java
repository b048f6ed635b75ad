package org.mizani.business;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The only form in which an API secret is kept. Secrets carry 256 random bits, so one round of
 * SHA-256 is as hard to reverse as a slow hash; the prefix keeps it apart from the static webhook
 * signature, which is made of the same two values and known to receivers.
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

  /** Whether both are the same, in a time that does not tell where they differ. */
  public boolean matches(SecretHash other) {
    return MessageDigest.isEqual(hash, other.hash);
  }

  /**
   * The static webhook signature of a key: SHA-256 of {@code <apiKey>:<apiSecret>} in hexadecimal
   * (specification, section 6.2).
   */
  public static String webhookSignature(String apiKey, String apiSecret) {
    return HexFormat.of().formatHex(sha256(apiKey + ":" + apiSecret));
  }

  private static byte[] sha256(String text) {
    return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
  }
}
