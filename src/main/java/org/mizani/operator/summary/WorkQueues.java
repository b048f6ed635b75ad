package org.mizani.operator.summary;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.mizani.database.Database;
import org.mizani.database.ShownTime;
import org.mizani.database.replica.LaggingReads;

/** Queues of what waits for the service, for a network, for a receiver or for an operator. */
@Singleton
final class WorkQueues {

  /** The queues, in the order of the summary. */
  static final List<String> NAMES =
      List.of(
          "payouts_pending",
          "payouts_held",
          "payouts_flagged",
          "collections_pending",
          "collections_flagged",
          "approvals_waiting",
          "webhooks_pending",
          "webhooks_due",
          "webhooks_dead");

  /**
   * All queues in one statement, so that they fit each other. It reads the tables of what is due,
   * and of the payments only those that are flagged, or pending: one look-up each.
   */
  static final String READ =
      """
      WITH item (queue, since) AS (
        SELECT 'payouts_pending', created_at FROM payout_due
        UNION ALL
        SELECT 'payouts_held', screened_at FROM payout_due WHERE screening = 'held'
        UNION ALL
        SELECT 'payouts_flagged', flagged_at FROM payout WHERE flagged
        UNION ALL
        SELECT 'collections_pending', q.created_at FROM collection_due q
        WHERE (SELECT c.status FROM collection c WHERE c.id = q.id) = 'pending'
        UNION ALL
        SELECT 'collections_flagged', flagged_at FROM collection WHERE flagged
        UNION ALL
        SELECT 'approvals_waiting', requested_at FROM approval
        WHERE status = 'waiting' AND expires_at > now()
        UNION ALL
        SELECT 'webhooks_pending', created_at FROM webhook_due
        UNION ALL
        SELECT 'webhooks_due', next_attempt_at FROM webhook_due WHERE next_attempt_at <= now()
        UNION ALL
        SELECT 'webhooks_dead', created_at FROM webhook_dead
      )
      SELECT queue, count(*) AS total,
             count(*) FILTER (WHERE since < now() - interval '1 minute') AS over_minute,
             count(*) FILTER (WHERE since < now() - interval '10 minutes') AS over_ten_minutes,
             count(*) FILTER (WHERE since < now() - interval '1 hour') AS over_hour,
             count(*) FILTER (WHERE since < now() - interval '24 hours') AS over_day,
             min(since) AS oldest_at
      FROM item GROUP BY queue
      """;

  private final LaggingReads reads;

  WorkQueues(LaggingReads reads) {
    this.reads = reads;
  }

  /** All queues, the empty ones too. */
  Uni<List<QueueAnswer>> read() {
    return reads.execute(READ, Tuple.tuple()).map(WorkQueues::all);
  }

  private static List<QueueAnswer> all(RowSet<Row> rows) {
    Map<String, QueueAnswer> found =
        Database.items(rows, WorkQueues::queue).stream()
            .collect(toMap(QueueAnswer::queue, identity()));
    return NAMES.stream().map(name -> found.getOrDefault(name, QueueAnswer.empty(name))).toList();
  }

  private static QueueAnswer queue(Row row) {
    OffsetDateTime oldest = row.getOffsetDateTime("oldest_at");
    return new QueueAnswer(
        row.getString("queue"),
        row.getLong("total"),
        row.getLong("over_minute"),
        row.getLong("over_ten_minutes"),
        row.getLong("over_hour"),
        row.getLong("over_day"),
        oldest == null ? null : ShownTime.of(oldest.toInstant()));
  }
}
