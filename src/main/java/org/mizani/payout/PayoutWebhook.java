package org.mizani.payout;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.Optional;
import org.mizani.payout.PendingPayout.Notice;
import org.mizani.webhook.OutgoingWebhook;
import org.mizani.webhook.WebhookWriter;

/** Webhook of a payout's final status (specification, section 6.1). */
@Singleton
final class PayoutWebhook {

  /** The body, with its fields in the order of the contract. */
  @RegisterForReflection
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
    return payout.notice().map(notice -> outgoing(payout, notice, status));
  }

  private OutgoingWebhook outgoing(PendingPayout payout, Notice notice, PayoutStatus status) {
    return writer.write(notice.originator(), notice.destination(), body(payout, notice, status));
  }

  private static Body body(PendingPayout payout, Notice notice, PayoutStatus status) {
    return new Body(
        notice.originator().publicId().toString(),
        notice.businessReference(),
        payout.serviceReference().toString(),
        status.wireName(),
        payout.sender().currency().name(),
        payout.receiver().currency().name(),
        payout.sender().major(),
        payout.receiver().major(),
        notice.originator().webhookSignature());
  }
}
