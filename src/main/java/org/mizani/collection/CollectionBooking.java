package org.mizani.collection;

import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.money.Money;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.FailureCode;
import org.mizani.webhook.OutgoingWebhook;
import org.mizani.webhook.endpoint.EndpointWebhook;
import org.mizani.work.BatchColumns;

/**
 * Decision about one collection with what its settlement writes beside the status.
 *
 * @param clearingAccountId of a payment, else null
 * @param toEndpoints its webhooks to endpoints of its business
 */
record CollectionBooking(
    Settlement settlement, Long clearingAccountId, List<EndpointWebhook> toEndpoints) {

  /**
   * Decision about one collection.
   *
   * @param watchAfter the wait until the rail is asked about the end; empty if it had told it
   */
  record Settlement(
      PendingCollection collection,
      Settle decision,
      Optional<Duration> watchAfter,
      Optional<OutgoingWebhook> webhook) {

    Optional<Collected> payment() {
      return decision.payment();
    }

    /** What the customer paid, if that is another amount than was asked for. */
    Optional<Money> otherAmount() {
      return payment().flatMap(Collected::amount).filter(paid -> !paid.equals(collection.amount()));
    }
  }

  /** Columns of a batch of them. */
  static final BatchColumns<CollectionBooking> DECISION =
      OutgoingWebhook.addTo(
          new BatchColumns<CollectionBooking>()
              .uuid("id", b -> b.settlement().collection().id())
              .bigint("wallet_id", b -> b.settlement().collection().walletId())
              .integer("calls", b -> b.settlement().collection().calls())
              .integer("known_words", b -> b.settlement().collection().words())
              .text("status", b -> b.settlement().decision().status().code())
              .text("reason", b -> b.settlement().decision().reason().orElse(null))
              .text(
                  "failure",
                  b -> b.settlement().decision().failure().map(FailureCode::code).orElse(null))
              .bigint(
                  "paid_minor", b -> b.settlement().otherAmount().map(Money::minor).orElse(null))
              .text(
                  "payment_reference",
                  b -> b.settlement().payment().map(Collected::paymentReference).orElse(null))
              .text(
                  "provider",
                  b -> b.settlement().payment().flatMap(Collected::provider).orElse(null))
              .bigint(
                  "watch_ms", b -> b.settlement().watchAfter().map(Duration::toMillis).orElse(null))
              .bigint("clearing_account_id", CollectionBooking::clearingAccountId),
          b -> b.settlement().webhook());

  /** The webhooks to endpoints, after the columns and two other parameters. */
  static final EndpointWebhook.Columns TO_ENDPOINTS = new EndpointWebhook.Columns(DECISION, 2);

  /** Whether there are webhooks to endpoints among those of a batch. */
  static boolean tellEndpoints(List<CollectionBooking> batch) {
    return batch.stream().anyMatch(booking -> !booking.toEndpoints().isEmpty());
  }

  /** The parameters of a settle statement: those of its columns, and others after them. */
  static Tuple parameters(List<CollectionBooking> batch, Object... others) {
    return TO_ENDPOINTS.parameters(DECISION, batch, CollectionBooking::toEndpoints, others);
  }
}
