package org.mizani.timeline;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.payout.record.PayoutStatus;

/**
 * Relations that the statements of all timelines begin with, about payment {@code $1}: {@code
 * payment} with the time {@code since} from which on it can have rows, {@code delivery} with its
 * webhooks, and {@code milestone (at, place, event, status)} with its creation and its settlement.
 * Only the months since the payment are read, and a day before it because of clocks that were set
 * back.
 */
public final class PaymentEvents {

  private static final String READ =
      """
      WITH payment AS (
        SELECT *, created_at - interval '1 day' AS since FROM %1$s WHERE id = $1
      ), delivery AS MATERIALIZED (
        SELECT id, business_id, endpoint_id, kind, status, attempts, created_at, updated_at
        FROM webhook_delivery
        WHERE subject_id = $1 AND created_at >= (SELECT since FROM payment)
      ), milestone (at, place, event, status) AS (
        SELECT created_at, 0, 'created', NULL FROM payment
        UNION ALL
        SELECT settled.at, 1, 'settled', %3$s
        FROM (SELECT status, %2$s AS at FROM payment WHERE status <> 'pending') AS settled
        WHERE settled.at IS NOT NULL
      )\
      """;

  /** Of a payout, which never changes after it was settled: its return stands beside it. */
  public static final String OF_PAYOUT =
      READ.formatted(
          "payout",
          "updated_at",
          wireName(PayoutStatus.values(), PayoutStatus::code, PayoutStatus::wireName));

  /** Of a collection: one that ended without a payment may be paid after that. */
  public static final String OF_COLLECTION =
      READ.formatted(
          "collection",
          "CASE WHEN status = 'success' THEN credited_at"
              + " ELSE (SELECT settled_at FROM collection_unpaid WHERE id = $1) END",
          wireName(CollectionStatus.values(), CollectionStatus::code, CollectionStatus::wireName));

  private PaymentEvents() {}

  /** The expression of a settled payment's status as its name on the wire. */
  private static <S> String wireName(
      S[] statuses, Function<S, String> code, Function<S, String> wireName) {
    return Arrays.stream(statuses)
        .map(status -> " WHEN '%s' THEN '%s'".formatted(code.apply(status), wireName.apply(status)))
        .collect(Collectors.joining("", "CASE settled.status", " END"));
  }
}
