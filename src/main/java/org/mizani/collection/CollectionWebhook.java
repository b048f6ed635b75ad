package org.mizani.collection;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.money.Money;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.webhook.OutgoingWebhook;
import org.mizani.webhook.WebhookWriter;
import org.mizani.webhook.endpoint.EndpointWebhook;
import org.mizani.webhook.endpoint.EndpointWebhooks;
import org.mizani.webhook.endpoint.EventKind;

/**
 * Webhooks of a collection's final status (specification, section 6.5): the call-back, and those to
 * endpoints of its business (ADR 39).
 */
@Singleton
final class CollectionWebhook {

  private static final String EVENT = "business.collection.updated";

  /**
   * The body, with its fields in the order of the contract, and the static signature.
   *
   * @param amountPaid by the customer, only if that is another amount than was asked for
   * @param signature null and left out for an endpoint, which has a secret of its own
   */
  @RegisterForReflection
  record Body(
      String event,
      String collectionId,
      String businessId,
      String status,
      BigDecimal amount,
      @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal amountPaid,
      String currency,
      String mobile,
      String reference,
      String provider,
      String mnoPaymentReference,
      Instant occurredAt,
      @JsonInclude(JsonInclude.Include.NON_NULL) String signature) {

    @Override
    public String toString() {
      return "Body[" + collectionId + "]";
    }
  }

  private final WebhookWriter writer;
  private final EndpointWebhooks endpoints;
  private final InstantSource clock;

  CollectionWebhook(WebhookWriter writer, EndpointWebhooks endpoints, InstantSource clock) {
    this.writer = writer;
    this.endpoints = endpoints;
    this.clock = clock;
  }

  /**
   * The webhook of this decision, if the collection has a destination. It leaves out a customer
   * that cannot be read, as the list of collections does. Without the key that signs it there is
   * none, because no receiver could trust it; the claim has reported that.
   */
  Optional<OutgoingWebhook> of(PendingCollection collection, Settle decision) {
    return collection
        .destination()
        .flatMap(
            url ->
                collection
                    .originator()
                    .map(
                        originator ->
                            writer.write(
                                originator,
                                url,
                                body(collection, decision, originator.webhookSignature()))));
  }

  /**
   * The webhooks of this decision to endpoints of the business, also where its API key cannot be
   * read: they are signed with the endpoints' own secrets.
   */
  Uni<List<EndpointWebhook>> toEndpoints(PendingCollection collection, Settle decision) {
    return endpoints.of(
        collection.origin().businessId(),
        EventKind.COLLECTION,
        () -> body(collection, decision, null));
  }

  private Body body(PendingCollection collection, Settle decision, String signature) {
    Optional<Collected> payment = decision.payment();
    return new Body(
        EVENT,
        collection.id().toString(),
        collection.origin().publicId().toString(),
        decision.status().wireName(),
        collection.amount().major(),
        payment
            .flatMap(Collected::amount)
            .filter(paid -> !paid.equals(collection.amount()))
            .map(Money::major)
            .orElse(null),
        collection.amount().currency().name(),
        collection.customer().mobile(),
        collection.reference(),
        payment.flatMap(Collected::provider).orElse(collection.provider()),
        payment.map(Collected::paymentReference).orElse(null),
        clock.instant().truncatedTo(ChronoUnit.MILLIS),
        signature);
  }
}
