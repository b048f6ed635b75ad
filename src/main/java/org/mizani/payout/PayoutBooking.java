package org.mizani.payout;

import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.mizani.ledger.ServiceAccounts.OfPayout;
import org.mizani.money.Money;
import org.mizani.payout.PayoutDecision.ByHand;
import org.mizani.payout.PayoutDecision.Settle;
import org.mizani.rail.FailureCode;
import org.mizani.webhook.OutgoingWebhook;
import org.mizani.webhook.endpoint.EndpointWebhook;
import org.mizani.work.BatchColumns;

/**
 * Decision about one payout with what its settlement writes beside the status.
 *
 * @param accounts those that a success concerns, else null
 * @param toEndpoints its webhooks to endpoints of its business
 */
record PayoutBooking(Settlement settlement, OfPayout accounts, List<EndpointWebhook> toEndpoints) {

  /**
   * Decision about one payout, and the webhook of it.
   *
   * @param byHand present for an operator's decision, empty for a rail's answer
   */
  record Settlement(
      PendingPayout payout,
      Settle decision,
      Optional<OutgoingWebhook> webhook,
      Optional<ByHand> byHand) {

    /** By a rail's answer. */
    Settlement(PendingPayout payout, Settle decision, Optional<OutgoingWebhook> webhook) {
      this(payout, decision, webhook, Optional.empty());
    }

    /** What the recipient was paid, if that is another amount than was asked for. */
    Optional<Money> otherAmount() {
      return decision.amount().filter(paid -> !paid.equals(payout.receiver()));
    }
  }

  /** Columns of a batch of them. */
  static final BatchColumns<PayoutBooking> DECISION =
      OutgoingWebhook.addTo(
          new BatchColumns<PayoutBooking>()
              .uuid("id", b -> b.settlement().payout().serviceReference())
              .bigint("wallet_id", b -> b.settlement().payout().walletId())
              .text("status", b -> b.decision().status().code())
              .text("failure", b -> b.decision().failure().map(FailureCode::code).orElse(null))
              .text("reason", b -> b.decision().reason().orElse(null))
              .text("receipt", b -> b.decision().receipt().orElse(null))
              .text("network_reference", b -> b.decision().networkReference().orElse(null))
              .text("bound_at", b -> b.settlement().payout().railThatPaysAgain().orElse(null))
              .bigint(
                  "paid_minor", b -> b.settlement().otherAmount().map(Money::minor).orElse(null))
              .integer("polls", b -> b.settlement().byHand().map(ByHand::polls).orElse(null))
              .integer("known_words", b -> b.settlement().payout().words())
              .bigint("watch_ms", b -> b.watchMillis())
              .bigint("captured_account_id", b -> b.account(OfPayout::captured))
              .bigint("fees_account_id", b -> b.account(OfPayout::fees))
              .bigint("exchanged_account_id", b -> b.account(OfPayout::exchanged))
              .bigint("clearing_account_id", b -> b.account(OfPayout::clearing)),
          b -> b.settlement().webhook());

  /** The webhooks to endpoints, after the columns and two other parameters. */
  static final EndpointWebhook.Columns TO_ENDPOINTS = new EndpointWebhook.Columns(DECISION, 2);

  private Settle decision() {
    return settlement.decision();
  }

  private Long account(Function<OfPayout, Long> account) {
    return accounts == null ? null : account.apply(accounts);
  }

  private Long watchMillis() {
    return settlement
        .byHand()
        .map(ByHand::watchAfter)
        .orElseGet(decision()::askAgainAfter)
        .map(Duration::toMillis)
        .orElse(null);
  }

  /** Whether there are webhooks to endpoints among those of a batch. */
  static boolean tellEndpoints(List<PayoutBooking> batch) {
    return batch.stream().anyMatch(booking -> !booking.toEndpoints().isEmpty());
  }

  /** The parameters of a settle statement: those of its columns, and others after them. */
  static Tuple parameters(List<PayoutBooking> batch, Object... others) {
    return TO_ENDPOINTS.parameters(DECISION, batch, PayoutBooking::toEndpoints, others);
  }
}
