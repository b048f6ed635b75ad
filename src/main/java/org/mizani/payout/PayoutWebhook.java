package org.mizani.payout;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Originator;
import org.mizani.money.Money;
import org.mizani.payout.PendingPayout.Notice;
import org.mizani.payout.PendingPayout.Origin;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.webhook.OutgoingWebhook;
import org.mizani.webhook.WebhookWriter;
import org.mizani.webhook.endpoint.EndpointWebhook;
import org.mizani.webhook.endpoint.EndpointWebhooks;
import org.mizani.webhook.endpoint.EventKind;

/**
 * Webhooks of a payout's final status (specification, section 6.1), or of its return (ADR 16): the
 * call-back, and those to endpoints of its business (ADR 39). Of its release after a review (ADR
 * 40) there are those to endpoints alone.
 */
@Singleton
final class PayoutWebhook {

  /**
   * The body, with its fields in the order of the contract.
   *
   * @param event of a release alone; else null and left out
   * @param signature null and left out for an endpoint, which has a secret of its own
   * @param returnedAmount of a return, in the sender's currency; else null and left out
   */
  @RegisterForReflection
  record Body(
      @JsonInclude(JsonInclude.Include.NON_NULL) String event,
      String businessId,
      String businessReference,
      String serviceReference,
      String status,
      String senderCurrency,
      String receiverCurrency,
      BigDecimal senderAmount,
      BigDecimal receiverAmount,
      @JsonInclude(JsonInclude.Include.NON_NULL) String signature,
      @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal returnedAmount) {

    @Override
    public String toString() {
      return "Body[" + serviceReference + "]";
    }
  }

  private static final String RELEASED = "business.payout.released";
  private static final Uni<List<EndpointWebhook>> NONE = Uni.createFrom().item(List.of());

  private final WebhookWriter writer;
  private final EndpointWebhooks endpoints;

  PayoutWebhook(WebhookWriter writer, EndpointWebhooks endpoints) {
    this.writer = writer;
    this.endpoints = endpoints;
  }

  /**
   * Payment that a webhook tells of.
   *
   * @param sender the amount without the fee
   * @param receiver the amount in the receiver's currency
   */
  record Payment(UUID serviceReference, Money sender, Money receiver) {

    private static Payment of(PendingPayout payout) {
      return new Payment(payout.serviceReference(), payout.sender(), payout.receiver());
    }
  }

  /** The webhook of this payout's new status, if it has a destination. */
  Optional<OutgoingWebhook> of(PendingPayout payout, PayoutStatus status) {
    return payout.notice().map(notice -> write(notice, Payment.of(payout), status, null));
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
    Originator by = notice.originator();
    Origin origin = new Origin(by.businessId(), by.publicId(), notice.businessReference());
    return writer.write(
        by, notice.destination(), body(origin, payment, status, by.webhookSignature(), returned));
  }

  /** The webhooks of this payout's new status to endpoints of its business. */
  Uni<List<EndpointWebhook>> toEndpoints(PendingPayout payout, PayoutStatus status) {
    return payout
        .origin()
        .map(
            origin ->
                endpoints.of(
                    origin.businessId(),
                    EventKind.PAYOUT,
                    () -> body(origin, Payment.of(payout), status, null, null)))
        .orElse(NONE);
  }

  /** The webhooks of a payout's return to endpoints of its business. */
  Uni<List<EndpointWebhook>> ofReturnToEndpoints(
      Optional<Origin> of, Payment payment, Money returned) {
    return of.map(
            origin ->
                endpoints.of(
                    origin.businessId(),
                    EventKind.PAYOUT_RETURN,
                    () -> body(origin, payment, PayoutStatus.FAILURE, null, returned.major())))
        .orElse(NONE);
  }

  /** The webhooks of a payout's release to endpoints of its business. */
  Uni<List<EndpointWebhook>> ofReleaseToEndpoints(Origin origin, Payment payment) {
    return endpoints.of(
        origin.businessId(),
        EventKind.PAYOUT_RELEASE,
        () -> body(RELEASED, origin, payment, PayoutStatus.PENDING, null, null));
  }

  private static Body body(
      Origin origin, Payment payment, PayoutStatus status, String signature, BigDecimal returned) {
    return body(null, origin, payment, status, signature, returned);
  }

  private static Body body(
      String event,
      Origin origin,
      Payment payment,
      PayoutStatus status,
      String signature,
      BigDecimal returned) {
    return new Body(
        event,
        origin.publicId().toString(),
        origin.businessReference(),
        payment.serviceReference().toString(),
        status.wireName(),
        payment.sender().currency().name(),
        payment.receiver().currency().name(),
        payment.sender().major(),
        payment.receiver().major(),
        signature,
        returned);
  }
}
