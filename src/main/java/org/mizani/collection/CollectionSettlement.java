package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.IntStream;
import org.mizani.collection.CollectionBooking.Settlement;
import org.mizani.collection.record.Collection;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.database.Database;
import org.mizani.figures.SettledTimes;
import org.mizani.figures.SettledTimes.CollectionEnd;
import org.mizani.ledger.Ledger;
import org.mizani.ledger.ServiceAccounts;
import org.mizani.ledger.WalletLocks;
import org.mizani.webhook.OutgoingWebhook;
import org.mizani.webhook.WebhookDispatcher;
import org.mizani.webhook.endpoint.EndpointWebhook;
import org.mizani.webhook.endpoint.EventKind;
import org.mizani.work.Batcher;

/**
 * Settlement of collections: applies decisions, with status, ledger and webhook in one statement
 * for all that wait. One that is final is left alone, but for the credit of a late payment.
 */
@Singleton
final class CollectionSettlement {

  /** Effect of a decision. */
  enum Effect {
    /** It made the collection final. */
    SETTLED,
    /** It credited a payment to a collection that had ended without one. */
    CREDITED_LATE,
    /** No effect: the collection was final already. */
    NONE
  }

  /**
   * Makes collections final. In steps:
   *
   * <ol>
   *   <li>lock the wallets concerned in the order of their ids, for every decision, so that
   *       statements on the same collections wait here and never in a circle
   *   <li>set the status of those that are still pending, by one decision each: a payment before
   *       all others. One of another amount than was asked for is noted, and flagged. A payment for
   *       a collection that ended without one is noted and flagged, and the status stays
   *   <li>list those that ended without a payment, each by a number of the lock's time (ADR 37)
   *   <li>end the polls, or put the next one off to when a late payment is asked for. They go on
   *       where the network has sent a word since the decision
   *   <li>credit the payments, in the balance and as transfers
   *   <li>write the webhooks of those that became final, leased to this pod
   * </ol>
   *
   * <p>Collections are found by one array of their ids, and joined with the decisions by a hash of
   * it: by the id itself the index would be searched for the whole array once for each (ADR 2).
   */
  static final String SETTLE = settle("");

  /** The same, which also writes the webhooks to endpoints: only where there are some (ADR 39). */
  static final String SETTLE_AND_TELL_ENDPOINTS =
      settle(CollectionBooking.TO_ENDPOINTS.insertionOf(EventKind.COLLECTION));

  private static String settle(String further) {
    return """
      WITH decision AS (SELECT * FROM %1$s), chosen AS (
        SELECT DISTINCT ON (id) * FROM decision ORDER BY id, status <> 'success', position
      ), locked_wallet AS MATERIALIZED (
        SELECT id, available_account_id
        FROM wallet WHERE id = ANY (%3$s) AND %6$s
        ORDER BY id FOR NO KEY UPDATE
      ), decided AS (
        UPDATE collection c
        SET status = CASE WHEN c.status = 'pending' THEN d.status ELSE c.status END,
            failure_code = CASE WHEN c.status = 'pending' THEN d.failure ELSE c.failure_code END,
            flagged = c.flagged OR c.status <> 'pending' OR d.paid_minor IS NOT NULL,
            flagged_at = CASE WHEN c.status <> 'pending' OR d.paid_minor IS NOT NULL THEN now()
                              ELSE c.flagged_at END,
            paid_minor = d.paid_minor,
            mno_payment_reference = d.payment_reference,
            provider = coalesce(d.provider, c.provider),
            network_ids = coalesce(
              (SELECT q.network_ids FROM collection_due q WHERE q.id = c.id), c.network_ids),
            credited_at = CASE WHEN d.status = 'success' THEN now() END,
            calls = d.calls,
            updated_at = now()
        FROM chosen d
        WHERE c.id = ANY (%2$s) AND uuid_hash(c.id) = uuid_hash(d.id)
          AND c.id IS NOT DISTINCT FROM d.id
          AND (c.status = 'pending'
               OR (d.status = 'success' AND c.status <> 'success' AND c.credited_at IS NULL))
          -- An array is made of all of them before the first collection is looked at.
          AND c.wallet_id = ANY (ARRAY(SELECT id FROM locked_wallet))
        RETURNING c.id, c.business_id, c.api_key_id, c.wallet_id,
                  coalesce(c.paid_minor, c.amount_minor) AS amount_minor, c.created_at, c.status,
                  d.status AS decision, d.reason, d.known_words, d.watch_ms, d.clearing_account_id, d.position
      ), settled AS (
        SELECT * FROM decided WHERE status = decision
      ), credited AS (
        SELECT * FROM decided WHERE decision = 'success'
      ), unpaid AS (
        INSERT INTO collection_unpaid (id, business_id, created_at, status, wallet_id, reason)
        SELECT id, business_id, created_at, status, wallet_id, reason FROM settled WHERE status <> 'success'
      ), ended AS (
        DELETE FROM collection_due q
        WHERE id = ANY (ARRAY(SELECT id FROM decided WHERE watch_ms IS NULL))
          AND q.words <= (SELECT known_words FROM decided c WHERE c.id = q.id)
      ), watched AS (
        UPDATE collection_due q
        SET next_poll_at = now() + (
              SELECT CASE WHEN q.words > c.known_words THEN 0 ELSE c.watch_ms END
              FROM decided c WHERE c.id = q.id) * interval '1 millisecond'
        WHERE id = ANY (ARRAY(SELECT id FROM decided WHERE watch_ms IS NOT NULL))
      ), %4$s, %5$s
      SELECT CASE
               WHEN s.id IS NOT NULL THEN 'settled'
               WHEN c.id IS NOT NULL THEN 'credited_late'
               ELSE 'none'
             END AS effect
      FROM decision d
      LEFT JOIN settled s ON s.position = d.position
      LEFT JOIN credited c ON c.position = d.position
      ORDER BY d.position
      """
        .formatted(
            CollectionBooking.DECISION.as("d"),
            CollectionBooking.DECISION.parameterOf("id"),
            CollectionBooking.DECISION.parameterOf("wallet_id"),
            Ledger.CREDIT_COLLECTED,
            OutgoingWebhook.insertionOf("collection", CollectionBooking.DECISION.parameterAfter(1))
                + further,
            WalletLocks.waitingFor(CollectionBooking.DECISION.parameterAfter(2)));
  }

  private final Database database;
  private final ServiceAccounts accounts;
  private final CollectionWebhook webhooks;
  private final WebhookDispatcher dispatcher;
  private final WalletLocks locks;
  private final SettledTimes times;
  private final Batcher<Settlement, Effect> batcher;

  CollectionSettlement(
      Database database,
      ServiceAccounts accounts,
      CollectionWebhook webhooks,
      WebhookDispatcher dispatcher,
      WalletLocks locks,
      SettledTimes times,
      CollectionConfig config) {
    this.database = database;
    this.accounts = accounts;
    this.webhooks = webhooks;
    this.dispatcher = dispatcher;
    this.locks = locks;
    this.times = times;
    this.batcher =
        new Batcher<>(config.settlement(), locks.of(s -> s.collection().walletId()), this::run);
  }

  /** Applies a decision; answers its effect. */
  Uni<Effect> apply(Settlement settlement) {
    return batcher.submit(settlement);
  }

  /** Applies a decision in the caller's transaction; its webhook is claimed after that. */
  Uni<Effect> applyAlone(Settlement settlement) {
    return booking(settlement)
        .chain(booking -> write(List.of(booking), Duration.ZERO, locks.waitAlone()))
        .map(results -> results.get(0));
  }

  /** The collection as it is now. */
  Uni<Collection> now(UUID id) {
    return database.read(() -> Collection.findById(id));
  }

  private Uni<CollectionBooking> booking(Settlement settlement) {
    return webhooks
        .toEndpoints(settlement.collection(), settlement.decision())
        .chain(
            toEndpoints ->
                clearing(settlement)
                    .map(account -> new CollectionBooking(settlement, account, toEndpoints)));
  }

  /** Null unless it is a payment. */
  private Uni<Long> clearing(Settlement settlement) {
    PendingCollection collection = settlement.collection();
    return settlement.decision().status() == CollectionStatus.SUCCESS
        ? accounts.clearing(collection.rail(), collection.amount().currency())
        : Uni.createFrom().nullItem();
  }

  private Uni<List<Effect>> run(List<Settlement> settlements, Duration lockWait) {
    return Uni.join()
        .all(settlements.stream().map(this::booking).toList())
        .andFailFast()
        .chain(
            bookings ->
                write(bookings, dispatcher.lease(), lockWait)
                    .invoke(effects -> sendWebhooks(bookings, effects))
                    .invoke(effects -> count(settlements, effects)));
  }

  private Uni<List<Effect>> write(
      List<CollectionBooking> bookings, Duration lease, Duration lockWait) {
    return database.list(
        CollectionBooking.tellEndpoints(bookings) ? SETTLE_AND_TELL_ENDPOINTS : SETTLE,
        CollectionBooking.parameters(bookings, lease.toMillis(), WalletLocks.millis(lockWait)),
        row -> Effect.valueOf(row.getString("effect").toUpperCase(Locale.ROOT)));
  }

  private void count(List<Settlement> settlements, List<Effect> effects) {
    IntStream.range(0, settlements.size())
        .filter(i -> effects.get(i) == Effect.SETTLED)
        .mapToObj(settlements::get)
        .forEach(this::count);
  }

  private void count(Settlement end) {
    PendingCollection collection = end.collection();
    times.ended(
        new CollectionEnd(
            collection.amount().currency(), collection.rail(), end.decision().status().code()),
        collection.id(),
        collection.origin().publicId());
  }

  private void sendWebhooks(List<CollectionBooking> bookings, List<Effect> effects) {
    dispatcher.handOff(
        OutgoingWebhook.written(
            bookings.stream().map(booking -> booking.settlement().webhook()).toList(),
            i -> effects.get(i) == Effect.SETTLED));
    dispatcher.claimMore(
        EndpointWebhook.receivers(bookings.stream().map(CollectionBooking::toEndpoints)));
  }
}
