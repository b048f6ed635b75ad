package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.ledger.Ledger;
import org.mizani.rail.PayoutOutcome;
import org.mizani.webhook.OutgoingWebhook;
import org.mizani.webhook.WebhookDelivery;
import org.mizani.webhook.WebhookDispatcher;
import org.mizani.work.BatchColumns;
import org.mizani.work.Batcher;

/**
 * Settlement of payouts: applies decisions, with status, ledger and webhook in one statement for as
 * many payouts as are waiting. A payout that is final already is left alone.
 */
@Singleton
final class PayoutSettlement {

  /**
   * Decision about one payout: its final status, and the webhook of it.
   *
   * @param byHand present for an operator's decision, empty for a rail's answer
   */
  record Settlement(
      UUID serviceReference,
      PayoutStatus status,
      String reason,
      Optional<OutgoingWebhook> webhook,
      Optional<ByHand> byHand) {

    /** By a rail's answer. */
    Settlement(
        UUID serviceReference,
        PayoutStatus status,
        String reason,
        Optional<OutgoingWebhook> webhook) {
      this(serviceReference, status, reason, webhook, Optional.empty());
    }
  }

  /**
   * Condition and consequence of an operator's decision.
   *
   * @param polls the number of the operator's lease: the decision has no effect once a pod has
   *     begun another poll, which may submit the payout
   * @param watchAfter the wait until the rail is asked whether it has paid it after all; empty
   *     after a success
   */
  record ByHand(int polls, Optional<Duration> watchAfter) {}

  private static final BatchColumns<Settlement> DECISION =
      OutgoingWebhook.addTo(
          new BatchColumns<Settlement>()
              .uuid("id", Settlement::serviceReference)
              .text("status", s -> s.status().code())
              .text("reason", Settlement::reason)
              .integer("polls", s -> s.byHand().map(ByHand::polls).orElse(null))
              .bigint("watch_ms", PayoutSettlement::watchMillis),
          Settlement::webhook);

  /**
   * Makes payouts final. In steps:
   *
   * <ol>
   *   <li>lock the wallets concerned in the order of their ids, as the creation does, and before
   *       any other lock: a creation that repeats the reference of a payout waits for the writer of
   *       that payout, and holds the wallet meanwhile
   *   <li>set the status of the payouts that are still pending, by one decision each: a payment
   *       before all others
   *   <li>end their holds
   *   <li>write the webhooks, leased to this pod, which sends them at once
   * </ol>
   */
  static final String SETTLE =
      """
      WITH decision AS (
        SELECT * FROM %s
      ), chosen AS (
        SELECT DISTINCT ON (id) * FROM decision ORDER BY id, status <> 'success', position
      ), locked_wallet AS MATERIALIZED (
        SELECT w.id, w.currency, w.available_account_id, w.holding_account_id
        FROM wallet w
        WHERE w.id IN (SELECT p.wallet_id FROM payout p JOIN decision d ON d.id = p.id)
        ORDER BY w.id
        FOR NO KEY UPDATE
      ), settled AS (
        UPDATE payout p
        SET status = d.status, failure_reason = d.reason, next_poll_at = NULL, leased_until = NULL,
            next_watch_at = now() + d.watch_ms * interval '1 millisecond', updated_at = now()
        FROM chosen d
        WHERE p.id = d.id AND p.status = 'pending' AND (d.polls IS NULL OR d.polls = p.polls)
          -- An array is made of all of them before the first payout is looked at.
          AND p.wallet_id = ANY (ARRAY(SELECT id FROM locked_wallet))
        RETURNING p.id, p.business_id, p.api_key_id, p.wallet_id, p.status, p.rail,
                  p.sender_minor, p.fee_minor, d.position
      ), %s, %s
      SELECT s.id IS NOT NULL AS applied
      FROM decision d LEFT JOIN settled s ON s.position = d.position
      ORDER BY d.position
      """
          .formatted(
              DECISION.as("d"),
              Ledger.END_HOLDS_OF_SETTLED,
              OutgoingWebhook.insertionOf("payout", DECISION.parameterAfter(1)));

  /** Once a payout: its rail has no more to tell, so it is not watched any more either. */
  private static final String RECORD_DISCREPANCY =
      """
      UPDATE payout SET discrepancy_at = now(), flagged = true, next_watch_at = NULL
      WHERE id = $1 AND status = $2 AND discrepancy_at IS NULL
      """;

  private static final String READ_STATUS = "SELECT status FROM payout WHERE id = $1";

  private static final Logger LOG = Logger.getLogger(PayoutSettlement.class);

  private final Database database;
  private final WebhookDispatcher dispatcher;
  private final Batcher<Settlement, Boolean> batcher;

  PayoutSettlement(Database database, WebhookDispatcher dispatcher, PayoutConfig config) {
    this.database = database;
    this.dispatcher = dispatcher;
    this.batcher = new Batcher<>(config.settlement().apply(), this::run);
  }

  /** Makes a payout final; answers whether it was still pending. */
  Uni<Boolean> apply(Settlement settlement) {
    return batcher.submit(settlement);
  }

  /** The status that a payout has now. */
  Uni<PayoutStatus> statusOf(UUID serviceReference) {
    return database.one(
        READ_STATUS,
        Tuple.of(serviceReference),
        row -> PayoutStatus.ofCode(row.getString("status")));
  }

  /**
   * Records that the rail of a payout in this final status has answered the contrary. The status
   * stays, because partners have acted on it. Money may have moved that no account shows, so
   * operators are told, once.
   */
  Uni<Void> recordDiscrepancy(PendingPayout payout, PayoutStatus status, PayoutOutcome outcome) {
    return database
        .execute(RECORD_DISCREPANCY, Tuple.of(payout.serviceReference(), status.code()))
        .invoke(
            updated -> {
              if (updated.rowCount() > 0) {
                logDiscrepancy(payout, status, outcome);
              }
            })
        .onFailure()
        .invoke(failure -> logDiscrepancy(payout, status, outcome))
        .replaceWithVoid();
  }

  /** Without the rail's own words, which may be about a person. */
  private static void logDiscrepancy(
      PendingPayout payout, PayoutStatus status, PayoutOutcome outcome) {
    LOG.errorf(
        "%s is %s, but rail %s now answers %s: look into it",
        payout, status, payout.rail(), outcome.getClass().getSimpleName());
  }

  /** Applies decisions in one statement; says of each whether it made its payout final. */
  Uni<List<Boolean>> run(List<Settlement> settlements) {
    return database
        .list(
            SETTLE,
            DECISION.parameters(settlements, dispatcher.lease().toMillis()),
            row -> row.getBoolean("applied"))
        .invoke(applied -> handOffWebhooks(settlements, applied));
  }

  private void handOffWebhooks(List<Settlement> settlements, List<Boolean> applied) {
    List<WebhookDelivery> written = new ArrayList<>();
    for (int i = 0; i < settlements.size(); i++) {
      if (applied.get(i)) {
        settlements.get(i).webhook().map(OutgoingWebhook::delivery).ifPresent(written::add);
      }
    }
    dispatcher.handOff(written);
  }

  private static Long watchMillis(Settlement settlement) {
    return settlement.byHand().flatMap(ByHand::watchAfter).map(Duration::toMillis).orElse(null);
  }
}
