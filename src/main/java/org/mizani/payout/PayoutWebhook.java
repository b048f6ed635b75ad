package org.mizani.payout;

import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.Optional;
import org.mizani.webhook.CallbackUrl;
import org.mizani.webhook.OutgoingWebhook;
import org.mizani.webhook.WebhookWriter;

/** Writes the webhook that tells a payout's final status (specification, section 6.1). */
@Singleton
final class PayoutWebhook {

  /** The body, its fields as the contract lists them. */
  record Body(
      String businessId,
      String businessReference,
      String serviceReference,
      String status,
      String senderCurrency,
      String receiverCurrency,
      BigDecimal senderAmount,
      BigDecimal receiverAmount,
      String signature) {

    @Override
    public String toString() {
      return "Body[" + serviceReference + "]";
    }
  }

  private final WebhookWriter writer;

  PayoutWebhook(WebhookWriter writer) {
    this.writer = writer;
  }

  /** The webhook of this payout's new status, if it has a destination. */
  Optional<OutgoingWebhook> of(PendingPayout payout, PayoutStatus status) {
    return payout.destination().map(url -> outgoing(payout, status, url));
  }

  private OutgoingWebhook outgoing(PendingPayout payout, PayoutStatus status, CallbackUrl url) {
    return writer.write(payout.originator(), url, body(payout, status));
  }

  private static Body body(PendingPayout payout, PayoutStatus status) {
    return new Body(
        payout.originator().publicId().toString(),
        payout.businessReference(),
        payout.serviceReference().toString(),
        status.wireName(),
        payout.sender().currency().name(),
        payout.receiver().currency().name(),
        payout.sender().major(),
        payout.receiver().major(),
        payout.originator().webhookSignature());
  }
}
