package org.mizani.webhook;

import java.util.OptionalLong;
import java.util.UUID;
import org.mizani.webhook.address.CallbackUrl;

/**
 * Delivery of a webhook: a row of {@code webhook_delivery}, and its body of {@code webhook_body}.
 *
 * @param id also the {@code webhook-id} of every attempt
 * @param apiKeyId the key that made the request; the legacy scheme signs with its secret
 * @param body the exact bytes to send; not copied, never changed
 * @param attempts made so far
 */
public record WebhookDelivery(
    UUID id, long businessId, OptionalLong apiKeyId, CallbackUrl url, byte[] body, int attempts) {

  /** Encryption context of the body (see {@code webhook_body.body_encrypted}). */
  public static String encryptionContext(UUID id) {
    return "webhook/" + id;
  }

  /** The receiver: {@code host:port}. */
  public String host() {
    return url.host();
  }

  Signatory signatory() {
    return new Signatory(businessId, apiKeyId);
  }

  /** Id and receiver only: the URL may contain a token, and the body is personal data. */
  @Override
  public String toString() {
    return id + " to " + host();
  }

  /** The business and API key that a delivery is signed for. */
  record Signatory(long businessId, OptionalLong apiKeyId) {}
}
