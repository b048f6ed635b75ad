package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.mizani.database.Database;
import org.mizani.figures.SettledTimes;
import org.mizani.figures.SettledTimes.PayoutEnd;
import org.mizani.ledger.Ledger;
import org.mizani.ledger.ServiceAccounts;
import org.mizani.ledger.ServiceAccounts.OfPayout;
import org.mizani.ledger.WalletLocks;
import org.mizani.payout.PayoutBooking.Settlement;
import org.mizani.payout.record.BoundReceipts;
import org.mizani.payout.record.Payout;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.webhook.OutgoingWebhook;
import org.mizani.webhook.WebhookDispatcher;
import org.mizani.webhook.endpoint.EndpointWebhook;
import org.mizani.webhook.endpoint.EventKind;
import org.mizani.work.Batcher;

/**
 * Settlement of payouts: applies decisions, with status, ledger and webhook in one statement for as
 * many payouts as are waiting. A payout that is final already is left alone.
 */
@Singleton
final class PayoutSettlement {

  /**
   * Makes payouts final. In steps:
   *
   * <ol>
   *   <li>lock the wallets concerned in the order of their ids, as the creation does, and before
   *       any other lock: a creation that repeats the reference of a payout waits for the writer of
   *       that payout, and holds the wallet meanwhile
   *   <li>end the polls of the payouts that are still pending, by one decision each: a payment
   *       before all others
   *   <li>set their status, note failures and what is to be watched (also by a word of the network
   *       since the decision), and flag those of which the network has paid another amount
   *   <li>end their holds, and bind receipts
   *   <li>write the webhooks, leased to this pod, which sends them at once
   * </ol>
   *
   * <p>An update takes one row of arrays ({@code *_columns}), so that one search of the index finds
   * all ids. For a join the planner, which expects one row, would search once for each id (ADR 2).
   */
  static final String SETTLE = settle("");

  /** The same, which also writes the webhooks to endpoints: only where there are some (ADR 39). */
  static final String SETTLE_AND_TELL_ENDPOINTS =
      settle(PayoutBooking.TO_ENDPOINTS.insertionOf(EventKind.PAYOUT));

  private static String settle(String further) {
    return """
      WITH decision AS (SELECT * FROM %1$s), chosen AS (
        SELECT DISTINCT ON (id) * FROM decision ORDER BY id, status <> 'success', position
      ), locked_wallet AS MATERIALIZED (
        SELECT w.id, w.available_account_id, w.holding_account_id
        FROM wallet w WHERE w.id = ANY (%2$s) AND %5$s
        ORDER BY w.id FOR NO KEY UPDATE
      ), wanted_columns AS MATERIALIZED (
        SELECT array_agg(id) AS ids, array_agg(polls) AS polls FROM chosen
        -- An array is made of all of them before the first payout is looked at.
        WHERE wallet_id = ANY (ARRAY(SELECT id FROM locked_wallet))
      ), ended_poll AS (
        DELETE FROM payout_due q USING wanted_columns w
        WHERE q.id = ANY (w.ids)
          AND coalesce(w.polls[array_position(w.ids, q.id)], q.polls) = q.polls
        RETURNING q.id, q.polls, q.skipped_polls, q.words, q.network_ids
      ), final AS MATERIALIZED (
        SELECT d.*, q.polls AS last_poll, q.skipped_polls, q.words, q.network_ids
        FROM ended_poll q JOIN chosen d ON d.id = q.id
      ), final_columns AS MATERIALIZED (
        SELECT array_agg(id) AS ids, array_agg(status) AS statuses,
               array_agg(failure) AS failures,
               array_agg(receipt) AS receipts, array_agg(network_reference) AS network_references,
               array_agg(array_to_string(network_ids, chr(31))) AS network_ids,
               array_agg(paid_minor) AS paid,
               array_agg(last_poll - skipped_polls) AS calls
        FROM final
      ), changed AS (
        UPDATE payout p
        SET status = f.statuses[array_position(f.ids, p.id)],
            failure_code = f.failures[array_position(f.ids, p.id)],
            receipt = f.receipts[array_position(f.ids, p.id)],
            network_reference = f.network_references[array_position(f.ids, p.id)],
            network_ids = string_to_array(f.network_ids[array_position(f.ids, p.id)], chr(31)),
            paid_minor = f.paid[array_position(f.ids, p.id)],
            flagged = p.flagged OR f.paid[array_position(f.ids, p.id)] IS NOT NULL,
            flagged_at = CASE WHEN f.paid[array_position(f.ids, p.id)] IS NULL THEN p.flagged_at
                              ELSE now() END,
            calls = f.calls[array_position(f.ids, p.id)],
            updated_at = now()
        FROM final_columns f
        WHERE p.id = ANY (f.ids) AND p.status = 'pending'
        RETURNING p.id, p.business_id, p.api_key_id, p.wallet_id, p.status, p.created_at,
                  p.sender_minor, p.fee_minor, p.receiver_minor
      ), settled AS (
        SELECT p.*, f.reason, f.last_poll, f.skipped_polls, f.words, f.known_words, f.network_ids,
               f.watch_ms, f.polls AS by_hand,
               f.captured_account_id, f.fees_account_id, f.exchanged_account_id, f.clearing_account_id, f.position
        FROM changed p JOIN final f ON f.id = p.id
      ), failed AS (
        INSERT INTO payout_failed (id, business_id, created_at, reason)
        SELECT id, business_id, created_at, reason FROM settled WHERE status = 'failure'
      ), watched AS (
        INSERT INTO payout_watch (
          id, since, next_watch_at, polls, skipped_polls, words, network_ids)
        SELECT id,
               now() + CASE WHEN by_hand IS NULL THEN coalesce(watch_ms, 0) ELSE 0 END
                       * interval '1 millisecond',
               now() + CASE WHEN words > known_words THEN 0 ELSE watch_ms END
                       * interval '1 millisecond', last_poll,
               skipped_polls, words, network_ids
        FROM settled WHERE watch_ms IS NOT NULL OR words > known_words
      ), %6$s, %3$s, %4$s
      SELECT s.id IS NOT NULL AS applied
      FROM decision d LEFT JOIN settled s ON s.position = d.position
      ORDER BY d.position
      """
        .formatted(
            PayoutBooking.DECISION.as("d"),
            PayoutBooking.DECISION.parameterOf("wallet_id"),
            Ledger.END_HOLDS_OF_SETTLED,
            OutgoingWebhook.insertionOf("payout", PayoutBooking.DECISION.parameterAfter(1))
                + further,
            WalletLocks.waitingFor(PayoutBooking.DECISION.parameterAfter(2)),
            BoundReceipts.KEEP);
  }

  private final Database database;
  private final WebhookDispatcher dispatcher;
  private final WalletLocks locks;
  private final SettledTimes times;
  private final ServiceAccounts accounts;
  private final PayoutWebhook webhooks;
  private final Batcher<Settlement, Boolean> batcher;

  PayoutSettlement(
      Database database,
      ServiceAccounts accounts,
      PayoutWebhook webhooks,
      WebhookDispatcher dispatcher,
      WalletLocks locks,
      SettledTimes times,
      PayoutConfig config) {
    this.database = database;
    this.accounts = accounts;
    this.webhooks = webhooks;
    this.dispatcher = dispatcher;
    this.locks = locks;
    this.times = times;
    this.batcher =
        new Batcher<>(config.settlement(), locks.of(s -> s.payout().walletId()), this::run);
  }

  /** Makes a payout final; answers whether it was still pending. */
  Uni<Boolean> apply(Settlement settlement) {
    return batcher.submit(settlement);
  }

  /** Applies a decision in the caller's transaction; its webhook is claimed after that. */
  Uni<Boolean> applyAlone(Settlement settlement) {
    return booking(settlement)
        .chain(booking -> write(List.of(booking), Duration.ZERO, locks.waitAlone()))
        .map(results -> results.get(0));
  }

  /** The status that a payout has now. */
  Uni<PayoutStatus> statusOf(UUID serviceReference) {
    return database.read(() -> Payout.<Payout>findById(serviceReference)).map(Payout::status);
  }

  private Uni<PayoutBooking> booking(Settlement settlement) {
    return webhooks
        .toEndpoints(settlement.payout(), settlement.decision().status())
        .chain(
            toEndpoints ->
                accountsOf(settlement)
                    .map(found -> new PayoutBooking(settlement, found, toEndpoints)));
  }

  /** Null unless it is a success. */
  private Uni<OfPayout> accountsOf(Settlement settlement) {
    PendingPayout payout = settlement.payout();
    return settlement.decision().status() == PayoutStatus.SUCCESS
        ? accounts.ofPayout(payout.rail(), payout.sender().currency(), payout.receiver().currency())
        : Uni.createFrom().nullItem();
  }

  /** Applies decisions in one statement; says of each whether it made its payout final. */
  Uni<List<Boolean>> run(List<Settlement> settlements, Duration lockWait) {
    return Uni.join()
        .all(settlements.stream().map(this::booking).toList())
        .andFailFast()
        .chain(
            bookings ->
                write(bookings, dispatcher.lease(), lockWait)
                    .invoke(applied -> sendWebhooks(bookings, applied))
                    .invoke(applied -> count(settlements, applied)));
  }

  private Uni<List<Boolean>> write(
      List<PayoutBooking> bookings, Duration lease, Duration lockWait) {
    return database.list(
        PayoutBooking.tellEndpoints(bookings) ? SETTLE_AND_TELL_ENDPOINTS : SETTLE,
        PayoutBooking.parameters(bookings, lease.toMillis(), WalletLocks.millis(lockWait)),
        row -> row.getBoolean("applied"));
  }

  private void count(List<Settlement> settlements, List<Boolean> applied) {
    IntStream.range(0, settlements.size())
        .filter(applied::get)
        .mapToObj(settlements::get)
        .forEach(this::count);
  }

  /** Not one that a person or the screening has ended, or with a recipient that cannot be read. */
  private void count(Settlement end) {
    PendingPayout payout = end.payout();
    payout
        .payee()
        .filter(payee -> end.byHand().isEmpty())
        .map(PendingPayout.Payee::recipient)
        .map(
            to ->
                new PayoutEnd(
                    to.country(), to.channel(), payout.rail(), end.decision().status().code()))
        .ifPresent(ended -> times.ended(ended, payout.serviceReference(), payout.business()));
  }

  private void sendWebhooks(List<PayoutBooking> bookings, List<Boolean> applied) {
    dispatcher.handOff(
        OutgoingWebhook.written(
            bookings.stream().map(booking -> booking.settlement().webhook()).toList(),
            applied::get));
    dispatcher.claimMore(
        EndpointWebhook.receivers(bookings.stream().map(PayoutBooking::toEndpoints)));
  }
}
