package org.mizani.webhook;

import java.util.Base64;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * A business's secret of Standard Webhooks signatures: {@code whsec_} and the base64 of the key.
 */
public final class WebhookSecret {

  private static final String PREFIX = "whsec_";
  private static final int KEY_BYTES = 32;

  private final byte[] key;

  private WebhookSecret(byte[] key) {
    this.key = key;
  }

  /**
   * A new secret.
   *
   * @param random must be a cryptographically strong one
   */
  public static WebhookSecret random(RandomGenerator random) {
    byte[] key = new byte[KEY_BYTES];
    random.nextBytes(key);
    return new WebhookSecret(key);
  }

  /**
   * Reads a secret's text.
   *
   * @throws IllegalArgumentException if it is none; the message does not quote it
   */
  public static WebhookSecret parse(String text) {
    try {
      byte[] key = Base64.getDecoder().decode(text.substring(PREFIX.length()));
      if (text.startsWith(PREFIX) && key.length > 0) {
        return new WebhookSecret(key);
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // Told below, without the text that these messages quote.
    }
    throw new IllegalArgumentException("not a webhook secret");
  }

  /** Encryption context of the text (see {@code webhook_secret.secret_encrypted}). */
  public static String encryptionContext(long businessId) {
    return "webhook-secret/" + businessId;
  }

  /** Encryption context of the texts in the row of an endpoint. */
  public static String encryptionContext(UUID endpointId) {
    return "webhook-endpoint/" + endpointId;
  }

  /** The text as the business gets it, once. */
  public String text() {
    return PREFIX + Base64.getEncoder().encodeToString(key);
  }

  byte[] key() {
    return key;
  }

  @Override
  public String toString() {
    return PREFIX + "…";
  }
}
