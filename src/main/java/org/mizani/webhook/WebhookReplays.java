package org.mizani.webhook;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.mizani.database.Database;
import org.mizani.webhook.queue.Receiver;

/**
 * Replays of delivered and dead deliveries: the same bytes go to the same URL under the same {@code
 * webhook-id}, by the schedule from its beginning. Attempts are counted from 1 again, each with the
 * number of its replay.
 */
@Singleton
public final class WebhookReplays {

  /**
   * The most deliveries that one call of {@link #replayDead} replays: as many as one statement
   * finds by their ids, in every month, within the time-out of the database.
   */
  public static final int MOST_AT_ONCE = 1_000;

  private static final String BEGIN_AGAIN =
      """
        UPDATE webhook_delivery
           SET status = 'pending', attempts = 0, replays = replays + 1, updated_at = now()
         WHERE %s
        RETURNING id, business_id, created_at, host, endpoint_id, replays
      ), due AS (
        INSERT INTO webhook_due (id, business_id, created_at, next_attempt_at, host, replays)
        SELECT id, business_id, created_at, now(), %s, replays FROM replayed
      )\
      """;

  /** Retention may erase an older body while its replay begins. */
  private static final Duration BEFORE_RETENTION = Duration.ofHours(1);

  private static final String KEPT = "created_at + %s::bigint * interval '1 millisecond' > now()";

  /**
   * Of a delivery whose body is still there, and stays for now: it is younger than {@code $2}
   * milliseconds. A dead one is in {@code webhook_dead}: of two replays at once, one takes it from
   * there.
   */
  static final String REPLAY =
      """
      WITH body AS (
        SELECT delivery_id FROM webhook_body WHERE delivery_id = $1 AND %s
      ), dead AS (
        DELETE FROM webhook_dead WHERE id = $1 AND EXISTS (SELECT FROM body) RETURNING id
      ), replayed AS (
      %s
      SELECT CASE WHEN EXISTS (SELECT FROM dead) THEN 'dead' ELSE 'delivered' END FROM replayed
      """
          .formatted(
              KEPT.formatted("$2"),
              beginAgain(
                  """
                  id = $1 AND EXISTS (SELECT FROM body)
                     AND (status = 'delivered' OR EXISTS (SELECT FROM dead))\
                  """));

  /**
   * The oldest {@code $4} dead ones of business {@code $1}, written from {@code $2} to {@code $3};
   * those whose body was erased, or is older than {@code $5} milliseconds, are left out, and those
   * to endpoints that are not enabled, which would be dead again.
   */
  static final String REPLAY_DEAD =
      """
      WITH oldest AS (
        SELECT dead.id
          FROM webhook_dead dead
         CROSS JOIN LATERAL (
               SELECT FROM webhook_body
                WHERE delivery_id = dead.id AND created_at = dead.created_at
                LIMIT 1) AS body
         WHERE business_id = $1 AND created_at >= $2 AND created_at < $3
           AND (endpoint_id IS NULL OR endpoint_id = ANY (ARRAY(
                 SELECT id FROM webhook_endpoint WHERE business_id = $1 AND status = 'enabled')))
           AND %s
         ORDER BY created_at, id
         LIMIT $4
           FOR UPDATE OF dead SKIP LOCKED
      ), dead AS (
        DELETE FROM webhook_dead WHERE id = ANY (ARRAY(SELECT id FROM oldest)) RETURNING id
      ), replayed AS (
      %s
      SELECT count(*) FROM replayed
      """
          .formatted(KEPT.formatted("$5"), beginAgain("id = ANY (ARRAY(SELECT id FROM dead))"));

  private static final String IS_ENABLED =
      "SELECT EXISTS (SELECT FROM webhook_endpoint WHERE id = $1 AND status = 'enabled')"
          + " AS enabled";

  private static final String HAS_BODY =
      "SELECT EXISTS (SELECT FROM webhook_body WHERE delivery_id = $1 AND %s) AS kept"
          .formatted(KEPT.formatted("$2"));

  private static String beginAgain(String condition) {
    return BEGIN_AGAIN.formatted(condition, Receiver.nameSql("host", "endpoint_id"));
  }

  private final Database database;
  private final WebhookDispatcher dispatcher;
  private final long keptMillis;

  WebhookReplays(
      Database database,
      WebhookDispatcher dispatcher,
      @ConfigProperty(name = "payments.retention.webhooks", defaultValue = "30d")
          Duration retention) {
    this.database = database;
    this.dispatcher = dispatcher;
    this.keptMillis = retention.minus(BEFORE_RETENTION).toMillis();
  }

  /**
   * Makes a delivered or dead delivery due at once.
   *
   * @return the status before; empty if the delivery is pending, does not exist or has no body any
   *     more, or not for long
   */
  public Uni<Optional<String>> replay(UUID id) {
    return database
        .execute(REPLAY, Tuple.of(id, keptMillis))
        .map(rows -> rows.iterator())
        .map(rows -> rows.hasNext() ? Optional.of(rows.next().getString(0)) : Optional.empty());
  }

  /** Whether deliveries to this endpoint are sent: it is neither disabled nor deleted. */
  public Uni<Boolean> isSentTo(UUID endpoint) {
    return database.one(IS_ENABLED, Tuple.of(endpoint), row -> row.getBoolean("enabled"));
  }

  /** Whether the body of a delivery is still there, and stays for now. */
  public Uni<Boolean> hasBody(UUID id) {
    return database.one(HAS_BODY, Tuple.of(id, keptMillis), row -> row.getBoolean("kept"));
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
                MOST_AT_ONCE,
                keptMillis))
        .map(rows -> rows.iterator().next().getLong(0).intValue());
  }

  /** Sends replayed deliveries now rather than at the next tick; call it after the commit. */
  public void sendNow() {
    dispatcher.nudge();
  }
}
