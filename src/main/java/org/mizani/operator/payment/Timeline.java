package org.mizani.operator.payment;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.mizani.database.Database;
import org.mizani.database.Projection;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CallbackSubject.Kind;
import org.mizani.timeline.PaymentEvents;

/**
 * Timeline of one payout or collection: its events in their order, read from its row, what its
 * network sent, the ledger, the outbox and the audit log.
 */
@Singleton
final class Timeline {

  /**
   * The events of {@code $1}, which is subject {@code $2} in the audit log. Events of one statement
   * have the same time, so {@code place} puts causes before effects, such as a settlement by hand
   * before what it moved.
   */
  private static final String READ =
      """
      %1$s, transfer AS (
        SELECT t.*, a.currency
        FROM ledger_transfer t JOIN ledger_account a ON a.id = t.debit_account_id
        WHERE t.subject_id = $1 AND t.created_at >= (SELECT since FROM payment)
      ), event (at, place, step, event, status, amount_minor, currency, item_id, replay,
                attempt, response_code, error, duration_ms, operator, action, reason) AS (
        SELECT at, place, 0, event, status, NULL::bigint, NULL, NULL::uuid, NULL::integer,
               NULL::integer, NULL::integer, NULL, NULL::integer, NULL, NULL, NULL
        FROM milestone
        UNION ALL
        SELECT created_at, 2, id, CASE kind WHEN 'hold' THEN 'held' WHEN 'capture' THEN 'captured'
                                            WHEN 'fee' THEN 'fee_charged'
                                            WHEN 'release' THEN 'released'
                                            WHEN 'exchange' THEN 'exchanged'
                                            WHEN 'return' THEN 'returned'
                                            WHEN 'fee_refund' THEN 'fee_refunded'
                                            WHEN 'exchange_return' THEN 'exchange_reversed'
                                            WHEN 'collect' THEN 'collected' ELSE kind END,
               NULL, amount_minor, currency, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
        FROM transfer
        UNION ALL
        %2$s
        SELECT received_at, 0, 1, 'network_callback', NULL, NULL, NULL, id, NULL, NULL, NULL, NULL,
               NULL, NULL, NULL,
               'from ' || source
                 || CASE WHEN allowed_source THEN '' ELSE ', no address of the network' END
                 || CASE WHEN by_path THEN '' ELSE ', to the path of the rail' END
        FROM rail_callback
        WHERE payment_id = $1 AND received_at >= (SELECT since FROM payment)
        UNION ALL
        SELECT created_at, 3, 0, 'webhook_written', NULL, NULL, NULL, id, NULL, NULL, NULL, NULL,
               NULL, NULL, NULL, NULL
        FROM delivery
        UNION ALL
        SELECT a.attempted_at, 4, a.id, 'webhook_attempted', NULL, NULL, NULL, a.delivery_id,
               a.replay, a.attempt, a.response_code, a.error, a.duration_ms, NULL, NULL, NULL
        FROM webhook_attempt a
        WHERE a.delivery_id = ANY (ARRAY(SELECT id FROM delivery))
          AND a.attempted_at >= (SELECT since FROM payment)
        UNION ALL
        SELECT updated_at, 5, 0, 'webhook_' || status, NULL, NULL, NULL, id, NULL, NULL, NULL, NULL,
               NULL, NULL, NULL, NULL
        FROM delivery WHERE status <> 'pending'
        UNION ALL
        SELECT at, CASE WHEN action LIKE '%%.settle' OR action LIKE '%%.review' THEN 0 ELSE 6 END, id, 'operator_action',
               NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
               operator, action, after ->> 'reason'
        FROM audit_entry
        WHERE subject = ANY (ARRAY(SELECT 'webhook-delivery/' || id FROM delivery) || $2::text)
          AND at >= (SELECT since FROM payment)
      )
      SELECT date_trunc('milliseconds', e.at) AS at, e.event, e.status, e.amount_minor, e.currency,
             r.reference, CASE WHEN e.event <> 'network_callback' THEN e.item_id END AS delivery_id,
             d.endpoint_id,
             CASE e.event WHEN 'network_callback' THEN e.item_id END AS callback_id, e.replay, e.attempt, e.response_code, e.error,
             e.duration_ms, e.operator, e.action, e.reason
      FROM event e LEFT JOIN payout_return r ON e.event = 'returned' AND r.payout_id = $1
      LEFT JOIN delivery d ON d.id = e.item_id
      ORDER BY e.at, e.place, e.step
      """;

  /** Discrepancies that were cleared too, which the entries of their clearings have; screening. */
  private static final String OF_PAYOUTS_ONLY =
      """
      SELECT at, 7, 0, 'discrepancy', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
               NULL, NULL, NULL, NULL
        FROM (SELECT discrepancy_at AS at FROM payment
              UNION ALL
              SELECT (before ->> 'discrepancyAt')::timestamptz FROM audit_entry
              WHERE subject = $2 AND action = 'payout.clear-flag'
                AND at >= (SELECT since FROM payment)) AS discrepancy
        WHERE at IS NOT NULL
        UNION ALL
        SELECT screened_at, 0, 2, 'screening_' || decision, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
               NULL, NULL, NULL, NULL, NULL
        FROM payout_screening WHERE id = $1
        UNION ALL
      """;

  static final String OF_PAYOUT = READ.formatted(PaymentEvents.OF_PAYOUT, OF_PAYOUTS_ONLY);

  static final String OF_COLLECTION = READ.formatted(PaymentEvents.OF_COLLECTION, "");

  private static final Projection<RecordedEvent> EVENTS = Projection.into(RecordedEvent.class);

  private final Database database;
  private final NetworkWords words;

  Timeline(Database database, NetworkWords words) {
    this.database = database;
    this.words = words;
  }

  /** The subject of a payout in the audit log. */
  static String payout(UUID id) {
    return "payout/" + id;
  }

  /** The subject of a collection in the audit log. */
  static String collection(UUID id) {
    return "collection/" + id;
  }

  /**
   * History of a payment.
   *
   * @param networkIds under which its network acknowledged it, and questions about it, the oldest
   *     first
   */
  record History(List<String> networkIds, List<TimelineEvent> events) {}

  /** The timeline of a payout, with its network's ids. */
  Uni<History> ofPayout(UUID id) {
    return of(OF_PAYOUT, payout(id), new CallbackSubject(Kind.PAYOUT, id));
  }

  /** The timeline of a collection, with its network's ids. */
  Uni<History> ofCollection(UUID id) {
    return of(OF_COLLECTION, collection(id), new CallbackSubject(Kind.COLLECTION, id));
  }

  private Uni<History> of(String read, String audited, CallbackSubject payment) {
    return database
        .list(read, Tuple.of(payment.id(), audited), EVENTS)
        .chain(
            events ->
                words
                    .about(payment, events.stream().anyMatch(Timeline::isCallback))
                    .map(heard -> new History(heard.ids(), withWords(events, heard.words()))));
  }

  private static boolean isCallback(RecordedEvent event) {
    return event.callbackId() != null;
  }

  private static List<TimelineEvent> withWords(
      List<RecordedEvent> events, Map<UUID, NetworkWord> said) {
    return events.stream()
        .map(
            event ->
                new TimelineEvent(event, isCallback(event) ? said.get(event.callbackId()) : null))
        .toList();
  }
}
