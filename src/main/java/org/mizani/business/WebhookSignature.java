package org.mizani.business;

import java.util.HexFormat;

/** Static signature of a key's webhooks (specification, section 6.2). */
final class WebhookSignature {

  private WebhookSignature() {}

  /** SHA-256 of {@code <apiKey>:<apiSecret>}, 64 hexadecimal digits. */
  static String of(String apiKey, String apiSecret) {
    return HexFormat.of().formatHex(SecretHash.sha256(apiKey + ":" + apiSecret));
  }
}
