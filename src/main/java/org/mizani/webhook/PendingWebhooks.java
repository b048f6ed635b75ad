package org.mizani.webhook;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.log.JobHealth;

/**
 * Cap of the deliveries that are pending for one business. Beyond it those whose next attempt is
 * farthest away are given up: dead ones, which operators find listed and replay. A delivery whose
 * attempt is near is never given up, so that a backlog of a receiver that answers stays.
 */
@Singleton
final class PendingWebhooks {

  /** Deliveries given up by one statement; the next tick gives up the rest. */
  private static final int MOST = 5_000;

  /** Businesses with the most pending deliveries. */
  private static final String COUNT =
      """
      SELECT business_id, count(*) AS pending
        FROM webhook_due
       GROUP BY business_id
       ORDER BY pending DESC
       LIMIT 20
      """;

  /** Gives up the last $2 of business $1 whose next attempt is more than a minute away. */
  static final String GIVE_UP =
      """
      WITH last AS (
        SELECT id
          FROM webhook_due
         WHERE business_id = $1 AND next_attempt_at > now() + interval '1 minute'
         ORDER BY next_attempt_at DESC
         LIMIT $2
           FOR UPDATE SKIP LOCKED
      ), ended AS (
        DELETE FROM webhook_due
         WHERE id = ANY (ARRAY(SELECT id FROM last))
        RETURNING id, business_id, created_at
      ), died AS (
        INSERT INTO webhook_dead (id, business_id, created_at)
        SELECT id, business_id, created_at FROM ended
      )
      UPDATE webhook_delivery
         SET status = 'dead', updated_at = now()
       WHERE id = ANY (ARRAY(SELECT id FROM ended))
      RETURNING id
      """;

  private static final Logger LOG = Logger.getLogger(PendingWebhooks.class);

  private final Database database;
  private final WebhookMetrics metrics;
  private final long cap;
  private final JobHealth health = new JobHealth(LOG, "Counting pending webhooks");
  private final AtomicLong most = new AtomicLong();

  PendingWebhooks(
      Database database, WebhookMetrics metrics, WebhookConfig config, MeterRegistry registry) {
    this.database = database;
    this.metrics = metrics;
    this.cap = config.limits().pendingPerBusiness();
    Gauge.builder("payments.webhook.pending.most", most::get)
        .description("Pending webhooks of the business that has the most, over all pods")
        .register(registry);
    health.measure(registry);
  }

  /** A business with its pending deliveries. */
  private record Pending(long businessId, long count) {

    static Pending of(Row row) {
      return new Pending(row.getLong("business_id"), row.getLong("pending"));
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
    int beyond = (int) Math.min(MOST, business.count() - cap);
    return database
        .execute(GIVE_UP, Tuple.of(business.businessId(), beyond))
        .invoke(given -> report(business, given.size()))
        .replaceWithVoid();
  }

  private void report(Pending business, int given) {
    if (given > 0) {
      metrics.countDead(given);
      LOG.warnf(
          "Business %d has %d pending webhooks, more than %d: %d are dead now, to be replayed when"
              + " its receivers answer again.",
          business.businessId(), business.count(), cap, given);
    }
  }
}
