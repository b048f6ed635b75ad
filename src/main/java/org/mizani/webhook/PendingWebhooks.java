package org.mizani.webhook;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.log.JobHealth;
import org.mizani.log.RedactedFailure;
import org.mizani.webhook.queue.Receiver;

/**
 * Pending deliveries that are given up: dead ones, which operators find listed and replay. Beyond
 * the cap of one business some go whose next attempt is not near. What is due or leased is never
 * given up for it, so that the backlog of a receiver that answers stays. And all go of an endpoint
 * that its business has disabled or deleted.
 */
@Singleton
final class PendingWebhooks {

  /** Deliveries given up by one statement; the next tick gives up the rest. */
  private static final int MOST = 5_000;

  /** Businesses with the most pending deliveries. */
  private static final String COUNT =
      """
      SELECT most.*, public_id
        FROM (SELECT business_id, count(*) AS pending
                FROM webhook_due
               GROUP BY business_id
               ORDER BY pending DESC
               LIMIT 20) AS most
        JOIN business ON business.id = most.business_id
      """;

  /** One pod at a time: each gives up what is too much by its own count. */
  private static final String LOCK =
      "SELECT pg_try_advisory_xact_lock(hashtext('pending webhooks')) AS mine";

  /**
   * Gives up what business $1 has beyond $2, at most $3, of deliveries whose next attempt is more
   * than $4 milliseconds away. Without an order, which would cost a sort of all that it has.
   */
  static final String GIVE_UP =
      """
      WITH beyond AS (
        SELECT least(greatest(count(*) - $2, 0), $3) AS deliveries
          FROM webhook_due
         WHERE business_id = $1
      ), last AS (
        SELECT id
          FROM webhook_due
         WHERE business_id = $1
           AND next_attempt_at > now() + $4::bigint * interval '1 millisecond'
         LIMIT (SELECT deliveries FROM beyond)
           FOR UPDATE SKIP LOCKED
      ), ended AS (
        DELETE FROM webhook_due
         WHERE id = ANY (ARRAY(SELECT id FROM last))
        RETURNING id
      ), died AS (
        UPDATE webhook_delivery
           SET status = 'dead', updated_at = now()
         WHERE id = ANY (ARRAY(SELECT id FROM ended))
        RETURNING id, business_id, created_at, endpoint_id
      )
      INSERT INTO webhook_dead (id, business_id, created_at, endpoint_id)
      SELECT id, business_id, created_at, endpoint_id FROM died
      RETURNING id
      """;

  /** As many as one statement finds by their ids, in every month. */
  static final int WITHHELD_AT_ONCE = WebhookReplays.MOST_AT_ONCE;

  /**
   * Gives up what is pending for receiver ($1, $2), at most $4, unless it is an endpoint $3 that is
   * enabled. An attempt that is under way does not count then.
   */
  static final String WITHHOLD =
      """
      WITH pending AS (
        SELECT id
          FROM webhook_due
         WHERE business_id = $1 AND host = $2
           AND NOT EXISTS (SELECT FROM webhook_endpoint WHERE id = $3 AND status = 'enabled')
         LIMIT $4
           FOR UPDATE SKIP LOCKED
      ), ended AS (
        DELETE FROM webhook_due
         WHERE id = ANY (ARRAY(SELECT id FROM pending))
        RETURNING id
      ), died AS (
        UPDATE webhook_delivery
           SET status = 'dead', attempts = attempts + 1, updated_at = now()
         WHERE id = ANY (ARRAY(SELECT id FROM ended))
        RETURNING id, business_id, created_at, endpoint_id, replays, attempts
      ), listed AS (
        INSERT INTO webhook_dead (id, business_id, created_at, endpoint_id)
        SELECT id, business_id, created_at, endpoint_id FROM died
      )
      INSERT INTO webhook_attempt (delivery_id, replay, attempt, error, duration_ms)
      SELECT id, replays, attempts, 'endpoint disabled', 0 FROM died
      RETURNING delivery_id
      """;

  private static final Uni<Integer> NOTHING = Uni.createFrom().item(0);

  private static final Logger LOG = Logger.getLogger(PendingWebhooks.class);

  private final Database database;
  private final WebhookMetrics metrics;
  private final long cap;
  private final long notNearMillis;
  private final JobHealth health = new JobHealth(LOG, "Counting pending webhooks");
  private final AtomicLong most = new AtomicLong();

  PendingWebhooks(
      Database database, WebhookMetrics metrics, WebhookConfig config, MeterRegistry registry) {
    this.database = database;
    this.metrics = metrics;
    this.cap = config.limits().pendingPerBusiness();
    this.notNearMillis = config.lease().multipliedBy(2).toMillis();
    Gauge.builder("payments.webhook.pending.most", most::get)
        .description("Pending webhooks of the business that has the most, over all pods")
        .register(registry);
    health.measure(registry);
  }

  /** A business with its pending deliveries. */
  private record Pending(long businessId, UUID publicId, long count) {

    static Pending of(Row row) {
      return new Pending(
          row.getLong("business_id"), row.getUUID("public_id"), row.getLong("pending"));
    }
  }

  /** Counts, and gives up what is beyond the cap. It never fails: the next tick tries again. */
  @Scheduled(
      every = "${payments.webhook.count-every:60s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> keepToTheCap() {
    return health.watch(
        database.list(COUNT, Tuple.tuple(), Pending::of).invoke(this::show).chain(this::giveUp));
  }

  private void show(List<Pending> businesses) {
    most.set(businesses.stream().mapToLong(Pending::count).max().orElse(0));
  }

  private Uni<Void> giveUp(List<Pending> businesses) {
    return Multi.createFrom()
        .iterable(businesses.stream().filter(business -> business.count() > cap).toList())
        .onItem()
        .transformToUniAndConcatenate(this::giveUp)
        .collect()
        .last()
        .replaceWithVoid();
  }

  private Uni<Void> giveUp(Pending business) {
    return database
        .inTransaction(
            () ->
                database
                    .list(LOCK, Tuple.tuple(), row -> row.getBoolean("mine"))
                    .chain(mine -> mine.contains(true) ? beyondTheCap(business) : NOTHING))
        .invoke(given -> report(business, given))
        .replaceWithVoid();
  }

  private Uni<Integer> beyondTheCap(Pending business) {
    return database
        .execute(GIVE_UP, Tuple.of(business.businessId(), cap, MOST, notNearMillis))
        .map(RowSet::size);
  }

  /**
   * Gives up what is pending for an endpoint that is disabled or deleted, all of it: what is far
   * from due too. It raises no alert, for it is the wish of the business. It never fails: what is
   * left is given up when the next is due.
   */
  Uni<Void> withhold(Receiver receiver, UUID endpoint) {
    return database
        .execute(
            WITHHOLD, Tuple.of(receiver.businessId(), receiver.host(), endpoint, WITHHELD_AT_ONCE))
        .chain(
            given ->
                given.size() < WITHHELD_AT_ONCE
                    ? Uni.createFrom().voidItem()
                    : withhold(receiver, endpoint))
        .onFailure()
        .invoke(
            failure ->
                LOG.warnf(
                    "Webhooks to the disabled endpoint %s are not given up yet: %s",
                    endpoint, RedactedFailure.words(failure)))
        .onFailure()
        .recoverWithNull();
  }

  private void report(Pending business, int given) {
    if (given > 0) {
      metrics.countDead(given);
      LOG.warnf(
          "Business %s has %d pending webhooks, more than %d: %d are dead now, to be replayed when"
              + " its receivers answer again.",
          business.publicId(), business.count(), cap, given);
    }
  }
}
