package org.mizani.collection;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.webhook.CallbackUrl;
import org.mizani.webhook.OutgoingWebhook;
import org.mizani.webhook.WebhookWriter;

/** Writes the webhook that tells a collection's final status (specification, section 6.5). */
@Singleton
final class CollectionWebhook {

  private static final String EVENT = "business.collection.updated";

  /** The body, its fields as the contract lists them, and the static signature. */
  @RegisterForReflection
  record Body(
      String event,
      String collectionId,
      String businessId,
      String status,
      BigDecimal amount,
      String currency,
      String mobile,
      String reference,
      String provider,
      String mnoPaymentReference,
      Instant occurredAt,
      String signature) {

    @Override
    public String toString() {
      return "Body[" + collectionId + "]";
    }
  }

  private final WebhookWriter writer;
  private final InstantSource clock;

  CollectionWebhook(WebhookWriter writer, InstantSource clock) {
    this.writer = writer;
    this.clock = clock;
  }

  /** The webhook of what was decided for this collection, if it has a destination. */
  Optional<OutgoingWebhook> of(PendingCollection collection, Settle decision) {
    return collection.destination().map(url -> outgoing(collection, decision, url));
  }

  private OutgoingWebhook outgoing(PendingCollection collection, Settle decision, CallbackUrl url) {
    return writer.write(collection.originator(), url, body(collection, decision));
  }

  private Body body(PendingCollection collection, Settle decision) {
    Optional<Collected> payment = decision.payment();
    return new Body(
        EVENT,
        collection.id().toString(),
        collection.originator().publicId().toString(),
        decision.status().wireName(),
        collection.amount().major(),
        collection.amount().currency().name(),
        collection.customer().mobile(),
        collection.reference(),
        payment.flatMap(Collected::provider).orElse(collection.provider()),
        payment.map(Collected::paymentReference).orElse(null),
        clock.instant().truncatedTo(ChronoUnit.MILLIS),
        collection.originator().webhookSignature());
  }
}
