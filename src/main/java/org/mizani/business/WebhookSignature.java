package org.mizani.business;

import java.util.HexFormat;

/** Static signature of a key's webhooks (specification, section 6.2). */
public final class WebhookSignature {

  private WebhookSignature() {}

  /** Encryption context of the signature of a key. */
  public static String encryptionContext(String key) {
    return "api-key/" + key + "/signature";
  }

  /** SHA-256 of {@code <apiKey>:<apiSecret>}, 64 hexadecimal digits. */
  static String of(String apiKey, String apiSecret) {
    return HexFormat.of().formatHex(SecretHash.sha256(apiKey + ":" + apiSecret));
  }
}
