package org.mizani.payout;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;
import org.mizani.money.Money;
import org.mizani.payout.PendingPayout.Notice;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.webhook.OutgoingWebhook;
import org.mizani.webhook.WebhookWriter;

/** Webhook of a payout's final status (specification, section 6.1), or of its return (ADR 16). */
@Singleton
final class PayoutWebhook {

  /**
   * The body, with its fields in the order of the contract.
   *
   * @param returnedAmount of a return, in the sender's currency; else null and left out
   */
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
      String signature,
      @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal returnedAmount) {

    @Override
    public String toString() {
      return "Body[" + serviceReference + "]";
    }
  }

  private final WebhookWriter writer;

  PayoutWebhook(WebhookWriter writer) {
    this.writer = writer;
  }

  /**
   * Payment that a webhook tells of.
   *
   * @param sender the amount without the fee
   * @param receiver the amount in the receiver's currency
   */
  record Payment(UUID serviceReference, Money sender, Money receiver) {}

  /** The webhook of this payout's new status, if it has a destination. */
  Optional<OutgoingWebhook> of(PendingPayout payout, PayoutStatus status) {
    Payment payment = new Payment(payout.serviceReference(), payout.sender(), payout.receiver());
    return payout.notice().map(notice -> write(notice, payment, status, null));
  }

  /**
   * The webhook of a payout's return: a failure with one more field.
   *
   * @param returned to the wallet, with the fee where it is refunded
   */
  OutgoingWebhook ofReturn(Notice notice, Payment payment, Money returned) {
    return write(notice, payment, PayoutStatus.FAILURE, returned.major());
  }

  private OutgoingWebhook write(
      Notice notice, Payment payment, PayoutStatus status, BigDecimal returned) {
    Body body =
        new Body(
            notice.originator().publicId().toString(),
            notice.businessReference(),
            payment.serviceReference().toString(),
            status.wireName(),
            payment.sender().currency().name(),
            payment.receiver().currency().name(),
            payment.sender().major(),
            payment.receiver().major(),
            notice.originator().webhookSignature(),
            returned);
    return writer.write(notice.originator(), notice.destination(), body);
  }
}
