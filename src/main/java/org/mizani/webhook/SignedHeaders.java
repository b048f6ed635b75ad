package org.mizani.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signed headers of one attempt: those of Standard Webhooks 1.0, and that of the legacy scheme for
 * businesses that use it (specification, section 6.3).
 */
final class SignedHeaders {

  static final String ID = "webhook-id";
  static final String TIMESTAMP = "webhook-timestamp";
  static final String SIGNATURE = "webhook-signature";
  static final String LEGACY_SIGNATURE = "X-Service-Signature";

  private SignedHeaders() {}

  /**
   * Keys of the deliveries of one API key, or of one endpoint.
   *
   * @param secrets the business's valid Standard Webhooks secrets, newest first
   * @param legacySecret the API secret, for businesses of the legacy signature scheme
   */
  record SigningKeys(List<WebhookSecret> secrets, Optional<byte[]> legacySecret) {

    /** No keys: the endpoint is disabled or deleted. */
    static final SigningKeys OF_DISABLED_ENDPOINT = new SigningKeys(List.of(), Optional.empty());

    @Override
    public String toString() {
      return "SigningKeys";
    }
  }

  /**
   * Signs a body.
   *
   * @param id of the delivery, the same in every attempt
   * @param at the time of this attempt
   */
  static Map<String, String> headers(UUID id, Instant at, byte[] body, SigningKeys keys) {
    String seconds = Long.toString(at.getEpochSecond());
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(ID, id.toString());
    headers.put(TIMESTAMP, seconds);
    if (!keys.secrets().isEmpty()) {
      headers.put(SIGNATURE, standard(id + "." + seconds + ".", body, keys));
    }
    keys.legacySecret()
        .ifPresent(secret -> headers.put(LEGACY_SIGNATURE, legacy(seconds, body, secret)));
    return headers;
  }

  private static String standard(String prefix, byte[] body, SigningKeys keys) {
    return keys.secrets().stream()
        .map(secret -> hmac(secret.key(), prefix, body))
        .map(hmac -> "v1," + Base64.getEncoder().encodeToString(hmac))
        .collect(Collectors.joining(" "));
  }

  private static String legacy(String seconds, byte[] body, byte[] secret) {
    return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(hmac(secret, seconds + ".", body));
  }

  private static byte[] hmac(byte[] key, String prefix, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update(prefix.getBytes(StandardCharsets.UTF_8));
      return mac.doFinal(body);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot sign", e);
    }
  }
}
