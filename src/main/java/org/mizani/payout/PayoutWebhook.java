package org.mizani.payout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.mizani.vault.Vault;
import org.mizani.webhook.CallbackUrl;
import org.mizani.webhook.WebhookDelivery;

/** Writes the webhook that tells a payout's final status (specification, section 6.1). */
@Singleton
final class PayoutWebhook {

  /** The body, its fields as the contract lists them. */
  private record Body(
      String businessId,
      String businessReference,
      String serviceReference,
      String status,
      String senderCurrency,
      String receiverCurrency,
      BigDecimal senderAmount,
      BigDecimal receiverAmount,
      String signature) {}

  private final ObjectWriter writer;
  private final Vault vault;
  private final InstantSource clock;

  PayoutWebhook(ObjectMapper json, Vault vault, InstantSource clock) {
    this.writer = json.writerFor(Body.class);
    this.vault = vault;
    this.clock = clock;
  }

  /**
   * A delivery to be written to the outbox.
   *
   * @param sealedBody its body as the outbox keeps it
   */
  record Outgoing(WebhookDelivery delivery, byte[] sealedBody) {}

  /** The delivery of this payout's new status, if it has a destination. */
  Optional<Outgoing> of(PendingPayout payout, PayoutStatus status) {
    return payout.destination().map(url -> outgoing(payout, status, url));
  }

  private Outgoing outgoing(PendingPayout payout, PayoutStatus status, CallbackUrl url) {
    UUID id = TimeOrderedId.at(clock.millis());
    PendingPayout.Business business = payout.business();
    byte[] body = body(payout, status);
    return new Outgoing(
        new WebhookDelivery(id, business.id(), OptionalLong.of(business.apiKeyId()), url, body, 0),
        vault.seal(WebhookDelivery.vaultContext(id), body));
  }

  private byte[] body(PendingPayout payout, PayoutStatus status) {
    try {
      return writer.writeValueAsBytes(
          new Body(
              payout.business().publicId().toString(),
              payout.businessReference(),
              payout.serviceReference().toString(),
              status.wireName(),
              payout.sender().currency().name(),
              payout.receiver().currency().name(),
              payout.sender().major(),
              payout.receiver().major(),
              payout.business().webhookSignature()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write the webhook of " + payout);
    }
  }
}
