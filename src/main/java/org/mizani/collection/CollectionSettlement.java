package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.database.Database;
import org.mizani.database.DatabaseOutage;
import org.mizani.ledger.Ledger;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.webhook.OutgoingWebhook;
import org.mizani.webhook.WebhookDelivery;
import org.mizani.webhook.WebhookDispatcher;
import org.mizani.work.Batcher;
import org.mizani.work.Columns;
import org.mizani.work.Lease;

/**
 * Applies decisions: status, ledger and webhook in one statement, for as many collections as are
 * waiting. One that is final already is left alone, but for the credit of a payment that came late.
 */
@Singleton
final class CollectionSettlement {

  /** What a decision did. */
  enum Effect {
    /** It made the collection final. */
    SETTLED,
    /** It credited a payment to a collection that had ended without one. */
    CREDITED_LATE,
    /** Nothing: the collection was final already. */
    NONE
  }

  /**
   * A collection with its decision.
   *
   * @param watchAfter the wait until the rail is asked for a late payment; nothing where none can
   *     come
   */
  record Settlement(
      UUID id, Settle decision, Optional<Duration> watchAfter, Optional<OutgoingWebhook> webhook) {}

  /**
   * Makes collections final. In steps:
   *
   * <ol>
   *   <li>lock the wallets concerned in the order of their ids, whatever the decision, so that
   *       statements on the same collections wait here and never in a circle
   *   <li>set the status of those that are still pending, by one decision each (a payment before
   *       all others); a payment for one that ended without is noted and flagged, and the status
   *       stays
   *   <li>credit what was paid, in the balance and as transfers
   *   <li>write the webhooks of those that became final, leased to this pod
   * </ol>
   */
  private static final String SETTLE =
      """
      WITH decision AS (
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[],
                             $6::bigint[], $7::uuid[], $8::text[], $9::text[], $10::bytea[])
          WITH ORDINALITY AS d (id, status, message, payment_reference, provider,
                                watch_ms, webhook_id, url, host, body_encrypted, position)
      ), chosen AS (
        SELECT DISTINCT ON (id) * FROM decision ORDER BY id, status <> 'success', position
      ), locked_wallet AS MATERIALIZED (
        SELECT w.id, w.currency, w.available_account_id
        FROM wallet w
        WHERE w.id IN (SELECT c.wallet_id FROM collection c JOIN decision d ON d.id = c.id)
        ORDER BY w.id
        FOR NO KEY UPDATE
      ), decided AS (
        UPDATE collection c
        SET status = CASE WHEN c.status = 'pending' THEN d.status ELSE c.status END,
            status_message = CASE WHEN c.status = 'pending' THEN d.message ELSE $12 END,
            flagged = c.flagged OR c.status <> 'pending',
            mno_payment_reference = d.payment_reference,
            provider = coalesce(d.provider, c.provider),
            credited_at = CASE WHEN d.status = 'success' THEN now() END,
            next_poll_at = now() + d.watch_ms * interval '1 millisecond',
            updated_at = now()
        FROM chosen d
        WHERE c.id = d.id
          AND (c.status = 'pending'
               OR (d.status = 'success' AND c.status <> 'success' AND c.credited_at IS NULL))
          -- An array is made of all of them before the first collection is looked at.
          AND c.wallet_id = ANY (ARRAY(SELECT id FROM locked_wallet))
        RETURNING c.id, c.business_id, c.api_key_id, c.wallet_id, c.rail, c.amount_minor,
                  c.status, d.status AS decision, d.position
      ), settled AS (
        SELECT * FROM decided WHERE status = decision
      ), credited AS (
        SELECT * FROM decided WHERE decision = 'success'
      ), %s, %s
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
          .formatted(Ledger.CREDIT_COLLECTED, OutgoingWebhook.insertionOf("collection", "$11"));

  private static final String READ_END =
      "SELECT status, credited_at IS NOT NULL AS credited FROM collection WHERE id = $1";

  private static final String FLAG =
      "UPDATE collection SET flagged = true WHERE id = $1 AND NOT flagged";

  /** Nobody could tell what became of it: no more looks, somebody has to find out. */
  private static final String GIVE_UP =
      """
      UPDATE collection SET flagged = true, next_poll_at = NULL, updated_at = now()
      WHERE id = $1 AND polls = $2 AND status <> 'pending' AND next_poll_at IS NOT NULL
      """;

  private final Database database;
  private final WebhookDispatcher dispatcher;
  private final Batcher<Settlement, Effect> batcher;

  CollectionSettlement(Database database, WebhookDispatcher dispatcher, CollectionConfig config) {
    this.database = database;
    this.dispatcher = dispatcher;
    this.batcher =
        new Batcher<>(
            config.settlement().apply().limits(),
            failure -> !DatabaseOutage.isBehind(failure),
            this::run);
  }

  /** Applies a decision; answers what it did. */
  Uni<Effect> apply(Settlement settlement) {
    return batcher.submit(settlement);
  }

  /** How a collection has ended, so far. */
  record End(CollectionStatus status, boolean credited) {}

  /** How a collection has ended, so far. */
  Uni<End> endOf(UUID id) {
    return database
        .execute(READ_END, Tuple.of(id))
        .map(rows -> rows.iterator().next())
        .map(
            row ->
                new End(
                    CollectionStatus.ofCode(row.getString("status")), row.getBoolean("credited")));
  }

  /** Shows operators a collection that somebody has to look into. */
  Uni<Void> flag(UUID id) {
    return database.execute(FLAG, Tuple.of(id)).replaceWithVoid();
  }

  /** Ends the looks at a collection that has ended, and flags it: a payment may be unknown. */
  Uni<Void> giveUp(Lease lease) {
    return database.execute(GIVE_UP, Tuple.of(lease.id(), lease.looks())).replaceWithVoid();
  }

  private Uni<List<Effect>> run(List<Settlement> settlements) {
    return database
        .execute(SETTLE, parameters(settlements))
        .map(CollectionSettlement::effects)
        .invoke(effects -> handOffWebhooks(settlements, effects));
  }

  private static List<Effect> effects(RowSet<Row> rows) {
    return StreamSupport.stream(rows.spliterator(), false)
        .map((Row row) -> Effect.valueOf(row.getString("effect").toUpperCase(Locale.ROOT)))
        .toList();
  }

  private void handOffWebhooks(List<Settlement> settlements, List<Effect> effects) {
    List<WebhookDelivery> written = new ArrayList<>();
    for (int i = 0; i < settlements.size(); i++) {
      if (effects.get(i) == Effect.SETTLED) {
        settlements.get(i).webhook().map(OutgoingWebhook::delivery).ifPresent(written::add);
      }
    }
    dispatcher.handOff(written);
  }

  private Tuple parameters(List<Settlement> settlements) {
    Columns<Settlement> columns = new Columns<>(settlements);
    List<Object> parameters = new ArrayList<>();
    parameters.add(columns.of(UUID[]::new, Settlement::id));
    parameters.add(columns.texts(s -> s.decision().status().code()));
    parameters.add(columns.texts(s -> s.decision().message()));
    parameters.add(columns.texts(s -> payment(s).map(Collected::paymentReference).orElse(null)));
    parameters.add(columns.texts(s -> payment(s).flatMap(Collected::provider).orElse(null)));
    parameters.add(columns.numbers(s -> s.watchAfter().map(Duration::toMillis).orElse(null)));
    parameters.addAll(OutgoingWebhook.columnsOf(columns, Settlement::webhook));
    parameters.add(dispatcher.lease().toMillis());
    parameters.add(StatusMessages.PAID_LATE);
    return Tuple.from(parameters);
  }

  private static Optional<Collected> payment(Settlement settlement) {
    return settlement.decision().payment();
  }
}
