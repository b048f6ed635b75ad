package org.mizani.timeline;

import static java.util.function.Predicate.not;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.UUID;
import org.mizani.database.Database;
import org.mizani.database.Projection;

/**
 * Histories of payments as their partners read them, each in one statement: the events that are a
 * partner's, and the state of the payment's webhooks. Nothing is written for them.
 */
@Singleton
public final class PartnerHistories {

  private static final int MOST = 100;

  /**
   * When it was sent to its network is known while the payment is pending. Events of one statement
   * have the same time, so {@code place} puts causes before effects. The planner takes the index of
   * businesses for webhooks unless they are found by the payment first.
   */
  private static final String READ =
      """
      %1$s, own AS (
        SELECT id, since FROM payment WHERE business_id = $2
      ), event (at, place, event, status) AS (
        SELECT at, place * 10, event, status FROM milestone
        UNION ALL
        %2$s
      ), webhook AS (
        SELECT d.created_at AS at, d.status, d.id AS delivery_id, d.kind, d.endpoint_id, d.attempts,
               q.next_attempt_at, a.attempted_at, a.response_code, a.error
        FROM (SELECT * FROM delivery WHERE business_id = $2
              ORDER BY created_at DESC, id DESC LIMIT %3$d) d
        LEFT JOIN LATERAL (
          SELECT next_attempt_at FROM webhook_due WHERE id = d.id LIMIT 1) q ON true
        LEFT JOIN LATERAL (
          SELECT attempted_at, response_code, error FROM webhook_attempt
          WHERE delivery_id = d.id AND attempted_at >= (SELECT since FROM payment)
          ORDER BY id DESC LIMIT 1) a ON true
      )
      SELECT at, place, event, status, NULL::uuid AS delivery_id, NULL AS kind,
             NULL::uuid AS endpoint_id, NULL::integer AS attempts,
             NULL::timestamptz AS next_attempt_at, NULL::timestamptz AS attempted_at,
             NULL::integer AS response_code, NULL AS error
      FROM event WHERE EXISTS (SELECT FROM own)
      UNION ALL
      SELECT at, 0, NULL, status, delivery_id, kind, endpoint_id, attempts, next_attempt_at,
             attempted_at, response_code, error
      FROM webhook WHERE EXISTS (SELECT FROM own)
      ORDER BY at, place, delivery_id
      """;

  private static final String PAYOUT_EVENTS =
      """
      SELECT submitted_at, 3, 'submitted', NULL FROM payout_due
        WHERE id = $1 AND polls > skipped_polls AND submitted_at IS NOT NULL
        UNION ALL
        SELECT screened_at, 1, 'held_for_review', NULL FROM payout_screening
        WHERE id = $1 AND decision <> 'refused'
        UNION ALL
        SELECT at, 2, 'released', NULL FROM audit_entry
        WHERE subject = 'payout/' || $1::uuid AND at >= (SELECT since FROM payment)
          AND action = 'payout.review' AND after ->> 'decision' = 'release'
        UNION ALL
        SELECT created_at, 20, 'returned', NULL FROM payout_return WHERE payout_id = $1\
      """;

  private static final String COLLECTION_EVENTS =
      """
      SELECT prompted_at, 3, 'submitted', NULL FROM collection_due
        WHERE id = $1 AND polls > skipped_polls AND prompted_at IS NOT NULL
          AND EXISTS (SELECT FROM payment WHERE status = 'pending')
        UNION ALL
        SELECT credited_at, 20, 'credited', NULL FROM payment WHERE credited_at IS NOT NULL
        UNION ALL
        SELECT * FROM (
          SELECT p.updated_at, 30, 'refunded', NULL
          FROM collection_refund r
          CROSS JOIN LATERAL (SELECT status, updated_at FROM payout WHERE id = r.id OFFSET 0) p
          WHERE r.collection_id = $1 AND p.status = 'success'
          ORDER BY r.created_at DESC, r.id DESC LIMIT %d) AS refund\
      """
          .formatted(MOST);

  static final String OF_PAYOUT = READ.formatted(PaymentEvents.OF_PAYOUT, PAYOUT_EVENTS, MOST);

  static final String OF_COLLECTION =
      READ.formatted(PaymentEvents.OF_COLLECTION, COLLECTION_EVENTS, MOST);

  private static final Projection<StoredEvent> ROWS = Projection.into(StoredEvent.class);

  private final Database database;

  PartnerHistories(Database database) {
    this.database = database;
  }

  /** The history of a payout of this business; without events if it is another's. */
  public Uni<PartnerHistory> ofPayout(long businessId, UUID id) {
    return read(OF_PAYOUT, businessId, id);
  }

  /** The history of a collection of this business; without events if it is another's. */
  public Uni<PartnerHistory> ofCollection(long businessId, UUID id) {
    return read(OF_COLLECTION, businessId, id);
  }

  private Uni<PartnerHistory> read(String statement, long businessId, UUID id) {
    return database
        .list(statement, Tuple.of(id, businessId), ROWS)
        .map(
            rows ->
                new PartnerHistory(
                    rows.stream()
                        .filter(not(StoredEvent::isDelivery))
                        .map(StoredEvent::entry)
                        .toList(),
                    rows.stream()
                        .filter(StoredEvent::isDelivery)
                        .map(StoredEvent::webhook)
                        .toList()));
  }
}
