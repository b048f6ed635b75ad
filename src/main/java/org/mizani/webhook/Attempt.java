package org.mizani.webhook;

import java.time.Duration;
import java.util.Optional;
import org.mizani.webhook.AttemptOutcome.Answered;
import org.mizani.webhook.AttemptOutcome.Unanswered;
import org.mizani.webhook.queue.WebhookDelivery;
import org.mizani.work.BatchColumns;

/**
 * An attempt that was made, and the delivery's next step.
 *
 * @param retryIn the wait before the next attempt; empty after the last one
 */
record Attempt(
    WebhookDelivery delivery, AttemptOutcome outcome, Duration took, Optional<Duration> retryIn) {

  /** Columns of the attempts that are recorded together. */
  static final BatchColumns<Attempt> COLUMNS =
      new BatchColumns<Attempt>()
          .uuid("id", attempt -> attempt.delivery().id())
          .text("status", attempt -> attempt.status().text)
          .bigint("retry_millis", Attempt::retryMillis)
          .integer("response_code", Attempt::responseCode)
          .text("error", Attempt::error)
          .integer("duration_ms", attempt -> (int) attempt.took().toMillis())
          .integer("replays", attempt -> attempt.delivery().replays());

  /**
   * Applies many attempts. In steps:
   *
   * <ol>
   *   <li>take the deliveries that are delivered or dead from those that are due, postpone the
   *       others; an attempt whose delivery is not due any more does not count, because another pod
   *       has delivered it, nor does one of before a replay
   *   <li>set the status of the deliveries, by their ids alone: with any other condition on an
   *       indexed column, the planner prefers the index of businesses while a month is empty
   *   <li>enter the dead ones in their list
   *   <li>add a row for each attempt
   * </ol>
   */
  static final String RECORD =
      """
      WITH made AS (
        SELECT * FROM %s WHERE (SELECT set_config('lock_timeout', %s::text, true)) IS NOT NULL
      ), ended AS (
        DELETE FROM webhook_due
         WHERE id = ANY (ARRAY(SELECT id FROM made WHERE status <> 'pending'))
           AND (replays = 0
                OR replays = (SELECT replays FROM made WHERE made.id = webhook_due.id))
        RETURNING id
      ), postponed AS (
        UPDATE webhook_due
           SET next_attempt_at = now() + interval '1 millisecond'
                 * (SELECT retry_millis FROM made WHERE made.id = webhook_due.id)
         WHERE id = ANY (ARRAY(SELECT id FROM made WHERE status = 'pending'))
           AND (replays = 0
                OR replays = (SELECT replays FROM made WHERE made.id = webhook_due.id))
        RETURNING id
      ), recorded AS (
        UPDATE webhook_delivery
           SET status = (SELECT status FROM made WHERE made.id = webhook_delivery.id),
               attempts = attempts + 1,
               updated_at = now()
         WHERE id = ANY (ARRAY(SELECT id FROM ended UNION ALL SELECT id FROM postponed))
        RETURNING id, business_id, created_at, endpoint_id, status, attempts, replays
      ), died AS (
        INSERT INTO webhook_dead (id, business_id, created_at, endpoint_id)
        SELECT id, business_id, created_at, endpoint_id FROM recorded WHERE status = 'dead'
      )
      INSERT INTO webhook_attempt (delivery_id, replay, attempt, response_code, error, duration_ms)
      SELECT recorded.id, recorded.replays, attempts, response_code, error, duration_ms
        FROM recorded JOIN made ON made.id = recorded.id
      RETURNING delivery_id
      """
          .formatted(COLUMNS.as("made"), COLUMNS.parameterAfter(1));

  /** Those of the deliveries $1 that another transaction is about to change. */
  static final String LOCKED =
      """
      WITH free AS (
        SELECT id FROM webhook_due
         WHERE id = ANY ($1::uuid[])
           FOR UPDATE SKIP LOCKED
      ), free_delivery AS (
        SELECT id FROM webhook_delivery
         WHERE id = ANY ($1::uuid[])
           FOR NO KEY UPDATE SKIP LOCKED
      )
      SELECT id FROM webhook_due
       WHERE id = ANY ($1::uuid[]) AND id <> ALL (ARRAY(SELECT id FROM free))
       UNION ALL
      SELECT id FROM webhook_delivery
       WHERE id = ANY ($1::uuid[]) AND id <> ALL (ARRAY(SELECT id FROM free_delivery))
      """;

  Attempt {
    // The clock may have been set back meanwhile.
    took = took.isNegative() ? Duration.ZERO : took;
  }

  /** Status of a delivery (column {@code status}). */
  enum Status {
    PENDING("pending"),
    DELIVERED("delivered"),
    DEAD("dead");

    final String text;

    Status(String text) {
      this.text = text;
    }
  }

  Status status() {
    if (outcome.delivered()) {
      return Status.DELIVERED;
    }
    return retryIn.isPresent() ? Status.PENDING : Status.DEAD;
  }

  private Long retryMillis() {
    return retryIn.map(Duration::toMillis).orElse(null);
  }

  private Integer responseCode() {
    return outcome instanceof Answered answered ? answered.status() : null;
  }

  private String error() {
    return outcome instanceof Unanswered unanswered ? unanswered.error() : null;
  }
}
