package org.mizani.webhook;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.mizani.database.Database;

/**
 * Replays of delivered and dead deliveries: the same bytes go to the same URL under the same {@code
 * webhook-id}, by the schedule from its beginning. Attempts are counted from 1 again, each with the
 * number of its replay.
 */
@Singleton
public final class WebhookReplays {

  /** The most deliveries that one call of {@link #replayDead} replays. */
  public static final int MOST_AT_ONCE = 5_000;

  private static final String REPLAY =
      """
      WITH ended AS (
        SELECT id, status FROM webhook_delivery
        WHERE id = $1 AND status <> 'pending'
        FOR UPDATE
      )
      UPDATE webhook_delivery d
      SET status = 'pending', attempts = 0, replays = d.replays + 1, next_attempt_at = now(),
          updated_at = now()
      FROM ended WHERE d.id = ended.id
      RETURNING ended.status
      """;

  /**
   * The oldest {@code $4} dead ones of business {@code $1}, written from {@code $2} to {@code $3}.
   */
  private static final String REPLAY_DEAD =
      """
      WITH dead AS (
        SELECT id FROM webhook_delivery
        WHERE business_id = $1 AND status = 'dead' AND created_at >= $2 AND created_at < $3
        ORDER BY created_at, id
        LIMIT $4
        FOR UPDATE SKIP LOCKED
      )
      UPDATE webhook_delivery d
      SET status = 'pending', attempts = 0, replays = d.replays + 1, next_attempt_at = now(),
          updated_at = now()
      FROM dead WHERE d.id = dead.id
      """;

  private final Database database;
  private final WebhookDispatcher dispatcher;

  WebhookReplays(Database database, WebhookDispatcher dispatcher) {
    this.database = database;
    this.dispatcher = dispatcher;
  }

  /**
   * Makes a delivered or dead delivery due at once.
   *
   * @return the status before; empty if the delivery is pending or does not exist
   */
  public Uni<Optional<String>> replay(UUID id) {
    return database
        .execute(REPLAY, Tuple.of(id))
        .map(rows -> rows.iterator())
        .map(rows -> rows.hasNext() ? Optional.of(rows.next().getString(0)) : Optional.empty());
  }

  /**
   * Makes dead deliveries of a business due at once, the oldest first.
   *
   * @param from the earliest time of creation
   * @param to the latest time of creation, exclusive
   * @return how many; with {@link #MOST_AT_ONCE} there may be more
   */
  public Uni<Integer> replayDead(long businessId, Instant from, Instant to) {
    return database
        .execute(
            REPLAY_DEAD,
            Tuple.of(
                businessId,
                from.atOffset(ZoneOffset.UTC),
                to.atOffset(ZoneOffset.UTC),
                MOST_AT_ONCE))
        .map(rows -> rows.rowCount());
  }

  /** Sends replayed deliveries now rather than at the next tick; call it after the commit. */
  public void sendNow() {
    dispatcher.nudge();
  }
}
