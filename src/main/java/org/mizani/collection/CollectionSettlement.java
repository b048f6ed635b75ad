package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.database.Database;
import org.mizani.ledger.Ledger;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.webhook.OutgoingWebhook;
import org.mizani.webhook.WebhookDelivery;
import org.mizani.webhook.WebhookDispatcher;
import org.mizani.work.BatchColumns;
import org.mizani.work.Batcher;
import org.mizani.work.Lease;

/**
 * Settlement of collections: applies decisions, with status, ledger and webhook in one statement
 * for as many collections as are waiting. One that is final already is left alone, but for the
 * credit of a late payment.
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
   * Decision about one collection.
   *
   * @param watchAfter the wait until the rail is asked for a late payment; empty if none can come
   */
  record Settlement(
      UUID id, Settle decision, Optional<Duration> watchAfter, Optional<OutgoingWebhook> webhook) {

    private Optional<Collected> payment() {
      return decision.payment();
    }
  }

  private static final BatchColumns<Settlement> DECISION =
      OutgoingWebhook.addTo(
          new BatchColumns<Settlement>()
              .uuid("id", Settlement::id)
              .text("status", s -> s.decision().status().code())
              .text("message", s -> s.decision().message())
              .text(
                  "payment_reference",
                  s -> s.payment().map(Collected::paymentReference).orElse(null))
              .text("provider", s -> s.payment().flatMap(Collected::provider).orElse(null))
              .bigint("watch_ms", s -> s.watchAfter().map(Duration::toMillis).orElse(null)),
          Settlement::webhook);

  /**
   * Makes collections final. In steps:
   *
   * <ol>
   *   <li>lock the wallets concerned in the order of their ids, for every decision, so that
   *       statements on the same collections wait here and never in a circle
   *   <li>set the status of those that are still pending, by one decision each: a payment before
   *       all others. A payment for a collection that ended without one is noted and flagged, and
   *       the status stays
   *   <li>credit the payments, in the balance and as transfers
   *   <li>write the webhooks of those that became final, leased to this pod
   * </ol>
   */
  private static final String SETTLE =
      """
      WITH decision AS (
        SELECT * FROM %s
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
            status_message = CASE WHEN c.status = 'pending' THEN d.message
                                  ELSE 'paid and credited after the collection had ended' END,
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
          .formatted(
              DECISION.as("d"),
              Ledger.CREDIT_COLLECTED,
              OutgoingWebhook.insertionOf("collection", DECISION.parameterAfter(1)));

  private static final String READ_END =
      "SELECT status, credited_at IS NOT NULL AS credited FROM collection WHERE id = $1";

  private static final String FLAG =
      "UPDATE collection SET flagged = true WHERE id = $1 AND NOT flagged";

  /** The rail never told the outcome: no more polls, an operator has to find out. */
  private static final String GIVE_UP =
      """
      UPDATE collection SET flagged = true, next_poll_at = NULL, updated_at = now()
      WHERE id = $1 AND polls = $2 AND status <> 'pending' AND next_poll_at IS NOT NULL
      """;

  private static final Logger LOG = Logger.getLogger(CollectionSettlement.class);

  private final Database database;
  private final WebhookDispatcher dispatcher;
  private final Batcher<Settlement, Effect> batcher;

  CollectionSettlement(Database database, WebhookDispatcher dispatcher, CollectionConfig config) {
    this.database = database;
    this.dispatcher = dispatcher;
    this.batcher = new Batcher<>(config.settlement().apply(), this::run);
  }

  /** Applies a decision; answers its effect. */
  Uni<Effect> apply(Settlement settlement) {
    return batcher.submit(settlement);
  }

  /** End of a collection so far. */
  record End(CollectionStatus status, boolean credited) {}

  /** The end of a collection so far. */
  Uni<End> endOf(UUID id) {
    return database.one(
        READ_END,
        Tuple.of(id),
        row ->
            new End(CollectionStatus.ofCode(row.getString("status")), row.getBoolean("credited")));
  }

  /**
   * Records that the rail of a collection in this final status has answered the contrary. The
   * status stays, and operators are told, without the rail's own words, which may be about a
   * person.
   */
  Uni<Void> recordDiscrepancy(
      PendingCollection collection, CollectionStatus status, CollectionOutcome outcome) {
    LOG.errorf(
        "%s is %s, but rail %s now answers %s: look into it",
        collection, status, collection.rail(), outcome.getClass().getSimpleName());
    return flag(collection.id());
  }

  /** Flags a collection for operators to look into. */
  Uni<Void> flag(UUID id) {
    return database.execute(FLAG, Tuple.of(id)).replaceWithVoid();
  }

  /** Ends the polls of a collection that has ended, and flags it: a payment may be unknown. */
  Uni<Void> giveUp(Lease lease) {
    return database.execute(GIVE_UP, Tuple.of(lease.id(), lease.polls())).replaceWithVoid();
  }

  private Uni<List<Effect>> run(List<Settlement> settlements) {
    return database
        .list(
            SETTLE,
            DECISION.parameters(settlements, dispatcher.lease().toMillis()),
            row -> Effect.valueOf(row.getString("effect").toUpperCase(Locale.ROOT)))
        .invoke(effects -> handOffWebhooks(settlements, effects));
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
}
