package org.mizani.payout;

import static java.util.function.Predicate.isEqual;
import static org.mizani.support.Eventually.eventually;

import jakarta.inject.Singleton;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.mizani.support.Rows;
import org.mizani.work.Lease;

/** Polls of payments that are not final, by their kind: {@code payout} or {@code collection}. */
@Singleton
class DueRows {

  private static final String POLL =
      "UPDATE %s_due SET next_poll_at = now()"
          + " WHERE id = $1 AND (leased_until = next_poll_at AND leased_until > now()) IS NOT TRUE"
          + " RETURNING polls";

  private static final String UNDER_WAY =
      "SELECT count(*) FROM %s_due WHERE id = $1 AND (polls = $2"
          + " OR (leased_until = next_poll_at AND leased_until > now()) IS TRUE)";

  private final Rows rows;

  DueRows(Rows rows) {
    this.rows = rows;
  }

  long skippedPolls(String kind, String id) {
    return rows.count(
        "SELECT skipped_polls::bigint FROM %s_due WHERE id = $1".formatted(kind),
        UUID.fromString(id));
  }

  void awaitSkippedPolls(String kind, String id, long times) {
    eventually(() -> skippedPolls(kind, id), skipped -> skipped >= times);
  }

  /** The calls of its rail, by the row. */
  long calls(String kind, String id) {
    return rows.count(
        "SELECT (polls - skipped_polls)::bigint FROM %s_due WHERE id = $1".formatted(kind),
        UUID.fromString(id));
  }

  /**
   * Makes a payment due, unless a pod is working on it, until this is so; not again before the poll
   * is over, as another would follow it.
   */
  void pollUntil(String kind, String id, BooleanSupplier done) {
    eventually(() -> done.getAsBoolean() || isDoneOncePolled(kind, id, done), isEqual(true));
  }

  private boolean isDoneOncePolled(String kind, String id, BooleanSupplier done) {
    UUID key = UUID.fromString(id);
    rows.execute(POLL.formatted(kind), key).stream()
        .map(row -> row.getInteger("polls"))
        .forEach(
            polls ->
                eventually(
                    () ->
                        done.getAsBoolean()
                            || rows.count(UNDER_WAY.formatted(kind), key, polls) == 0,
                    isEqual(true)));
    return done.getAsBoolean();
  }

  /** Puts a payment off for an hour once no pod works on it, so that none does before it is due. */
  void rest(String kind, String id) {
    eventually(
        () ->
            rows.execute(
                """
                UPDATE %s_due SET next_poll_at = now() + interval '1 hour'
                WHERE id = $1 AND leased_until IS NULL RETURNING id
                """
                    .formatted(kind),
                UUID.fromString(id)),
        put -> !put.isEmpty());
  }

  /** Leases a payout for an hour, as a pod would, once no pod works on it. */
  Lease leasePayout(String id) {
    return eventually(
            () ->
                rows.execute(
                    """
                    UPDATE payout_due SET polls = polls + 1, leased_until = until, next_poll_at = until
                    FROM (SELECT now() + interval '1 hour' AS until) lease
                    WHERE id = $1 AND leased_until IS NULL RETURNING polls
                    """,
                    UUID.fromString(id)),
            leased -> !leased.isEmpty())
        .stream()
        .map(row -> new Lease(UUID.fromString(id), row.getInteger("polls")))
        .findFirst()
        .orElseThrow();
  }
}
