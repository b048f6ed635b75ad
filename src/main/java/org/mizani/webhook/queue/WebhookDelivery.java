package org.mizani.webhook.queue;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.mizani.webhook.address.CallbackUrl;

/**
 * Delivery of a webhook: a row of {@code webhook_delivery}, and its body of {@code webhook_body}.
 *
 * @param id also the {@code webhook-id} of every attempt
 * @param apiKeyId the key that made the request; the legacy scheme signs with its secret
 * @param endpoint the endpoint of the business that it goes to; empty for a call-back
 * @param body the exact bytes to send; not copied, never changed
 * @param attempts made so far, since the last replay
 * @param replays so far
 */
public record WebhookDelivery(
    UUID id,
    long businessId,
    OptionalLong apiKeyId,
    Optional<ToEndpoint> endpoint,
    CallbackUrl url,
    byte[] body,
    int attempts,
    int replays) {

  /** Encryption context of the body (see {@code webhook_body.body_encrypted}). */
  public static String encryptionContext(UUID id) {
    return "webhook/" + id;
  }

  /** The host that it goes to: {@code host:port}. */
  public String host() {
    return url.host();
  }

  /** The receiver: the business at this host, or its endpoint. */
  public Receiver receiver() {
    return endpoint
        .map(one -> Receiver.ofEndpoint(businessId, host(), one.id()))
        .orElseGet(() -> new Receiver(businessId, host()));
  }

  /** Whether it is a test event, which is attempted once. */
  public boolean isTest() {
    return endpoint.filter(ToEndpoint::test).isPresent();
  }

  /** The delivery of the same payment that it waits for, at an ordered endpoint. */
  public Optional<UUID> follows() {
    return endpoint.flatMap(ToEndpoint::follows);
  }

  /** The signatory. */
  public Signatory signatory() {
    return new Signatory(businessId, apiKeyId, endpoint.map(ToEndpoint::id));
  }

  /** Id and host only: the URL may contain a token, and the body is personal data. */
  @Override
  public String toString() {
    return id + " to " + host();
  }

  /**
   * Destination of a delivery that is no call-back.
   *
   * @param test whether it is a test event
   * @param follows the earlier delivery of the same payment, if the endpoint is an ordered one
   */
  public record ToEndpoint(UUID id, boolean test, Optional<UUID> follows) {}

  /**
   * Owner of the secrets that a delivery is signed with: the business and its API key, or one of
   * its endpoints.
   */
  public record Signatory(long businessId, OptionalLong apiKeyId, Optional<UUID> endpointId) {}
}
