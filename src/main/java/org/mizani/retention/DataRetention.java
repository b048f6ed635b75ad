package org.mizani.retention;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.log.JobHealth;

/**
 * Retention of data that is not kept for ever. A job erases what is older than its retention, in
 * small statements. Any pod may run it at any time: a statement that finds nothing to do does
 * nothing.
 */
@Singleton
final class DataRetention {

  private static final String DROP_MONTHS =
      "SELECT drop_months_before($1, now() - $2 * interval '1 second')";

  private static final String ERASE =
      "SELECT erase_before($1, now() - $2 * interval '1 second', $3) AS erased";

  /** Erased deliveries also leave the list of dead ones. */
  private static final String ERASE_DEAD =
      """
      DELETE FROM webhook_dead WHERE id = ANY (ARRAY(
        SELECT id FROM webhook_dead WHERE created_at < now() - $1 * interval '1 second'
        ORDER BY id LIMIT $2))
      """;

  /**
   * Rows of deleted endpoints go when their deliveries have gone, and of a rotated one the secret
   * before once it signs no more.
   */
  private static final String ERASE_ENDPOINTS =
      """
      WITH rotated AS (
        UPDATE webhook_endpoint SET previous_secret_encrypted = NULL, previous_until = NULL
        WHERE id = ANY (ARRAY(
          SELECT id FROM webhook_endpoint WHERE previous_until < now()
          ORDER BY previous_until LIMIT $2))
      )
      DELETE FROM webhook_endpoint WHERE id = ANY (ARRAY(
        SELECT id FROM webhook_endpoint WHERE deleted_at < now() - $1 * interval '1 second'
        ORDER BY deleted_at LIMIT $2))
      """;

  /** Requests that wait are ended by their own time. */
  private static final String ERASE_APPROVALS =
      """
      DELETE FROM approval WHERE id = ANY (ARRAY(
        SELECT id FROM approval
        WHERE status <> 'waiting' AND decided_at < now() - $1 * interval '1 second'
        ORDER BY decided_at LIMIT $2))
      """;

  /** No row changes: each is where it was found. */
  private static final String ERASE_KEYS =
      """
      DELETE FROM idempotency_key WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM idempotency_key WHERE created_at < now() - $1 * interval '1 second'
        ORDER BY created_at LIMIT $2))
      """;

  private static final String ERASE_QUOTES =
      """
      DELETE FROM fx_quote WHERE id = ANY (ARRAY(
        SELECT id FROM fx_quote WHERE expires_at < now() - $1 * interval '1 second'
        ORDER BY expires_at LIMIT $2))
      """;

  private static final String ERASE_BULKS =
      """
      DELETE FROM payout_bulk WHERE id = ANY (ARRAY(
        SELECT id FROM payout_bulk WHERE created_at < now() - $1 * interval '1 second'
        ORDER BY created_at LIMIT $2))
      """;

  /** Those that wait for their time have no end yet. */
  private static final String ERASE_SCHEDULED_BULKS =
      """
      DELETE FROM payout_bulk_schedule WHERE id = ANY (ARRAY(
        SELECT id FROM payout_bulk_schedule WHERE ended_at < now() - $1 * interval '1 second'
        ORDER BY ended_at LIMIT $2))
      """;

  /** Words go out of a column, and their row stays. */
  private static final String ERASE_WORDS =
      """
      UPDATE %1$s SET %2$s = NULL WHERE id = ANY (ARRAY(
        SELECT id FROM %1$s WHERE %2$s IS NOT NULL AND %3$s < now() - $1 * interval '1 second'
        ORDER BY %3$s LIMIT $2))
      """;

  /** The statements of tables without months, with the age in seconds and the most rows. */
  static final Map<String, String> WITHOUT_MONTHS =
      Map.ofEntries(
          Map.entry("approval", ERASE_APPROVALS),
          Map.entry("webhook_dead", ERASE_DEAD),
          Map.entry("webhook_endpoint", ERASE_ENDPOINTS),
          Map.entry("idempotency_key", ERASE_KEYS),
          Map.entry("fx_quote", ERASE_QUOTES),
          Map.entry("payout_bulk", ERASE_BULKS),
          Map.entry("payout_bulk_schedule", ERASE_SCHEDULED_BULKS),
          Map.entry(
              "payout_failed", ERASE_WORDS.formatted("payout_failed", "reason", "created_at")),
          Map.entry(
              "payout_screening",
              ERASE_WORDS.formatted("payout_screening", "reason_encrypted", "screened_at")),
          Map.entry(
              "collection_unpaid",
              ERASE_WORDS.formatted("collection_unpaid", "reason", "created_at")),
          Map.entry("rail_pause", ERASE_WORDS.formatted("rail_pause", "words", "paused_at")));

  private static final Logger LOG = Logger.getLogger(DataRetention.class);

  private final Database database;
  private final RetentionConfig config;
  private final Map<String, Duration> retentions = new LinkedHashMap<>();
  private final JobHealth health = new JobHealth(LOG, "Erasing what is too old");

  /** When this pod last erased what was too old of a table, or began. */
  private final Map<String, Long> erasedAtNanos = new ConcurrentHashMap<>();

  /**
   * @throws ConfigurationException for a retention that is too short, or too many months ahead
   */
  DataRetention(Database database, RetentionConfig config) {
    config.validate();
    this.database = database;
    this.config = config;
    retentions.put("payout_detail", config.personalData());
    retentions.put("collection_detail", config.personalData());
    retentions.put("payout_failed", config.personalData());
    retentions.put("payout_screening", config.personalData());
    retentions.put("collection_unpaid", config.personalData());
    retentions.put("rail_pause", config.personalData());
    retentions.put("webhook_body", config.webhooks());
    retentions.put("webhook_attempt", config.webhooks());
    retentions.put("webhook_delivery", config.webhooks());
    retentions.put("webhook_dead", config.webhooks());
    retentions.put("webhook_endpoint", config.webhooks());
    retentions.put("rail_callback", config.callbacks());
    retentions.put("idempotency_key", config.idempotencyKeys());
    retentions.put("fx_quote", longer(config.quotes(), config.idempotencyKeys()));
    retentions.put("payout_bulk", longer(config.bulks(), config.idempotencyKeys()));
    retentions.put("payout_bulk_item", longer(config.bulks(), config.idempotencyKeys()));
    retentions.put("payout_bulk_schedule", longer(config.bulks(), config.idempotencyKeys()));
    retentions.put("audit_entry", config.auditLog());
    retentions.put("approval", config.auditLog());
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    health.measure(registry);
    for (String table : retentions.keySet()) {
      erasedAtNanos.put(table, System.nanoTime());
      Gauge.builder("payments.retention.age", () -> secondsSinceErased(table))
          .baseUnit("seconds")
          .description("Time since this pod has erased from a table what was too old")
          .tag("table", table)
          .register(registry);
    }
  }

  private long secondsSinceErased(String table) {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - erasedAtNanos.get(table));
  }

  /** Erases what is too old. It never fails: the next tick tries again. */
  @Scheduled(
      every = "${payments.retention.every:1h}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> keep() {
    return health.watch(
        TableByTable.work(
            retentions.keySet(),
            table ->
                (WITHOUT_MONTHS.containsKey(table)
                        ? eraseWithoutMonths(table)
                        : dropMonths(table).chain(() -> erase(table)))
                    .invoke(() -> erasedAtNanos.put(table, System.nanoTime()))));
  }

  /** In a transaction of its own: what is deleted afterwards may fail. */
  private Uni<Void> dropMonths(String table) {
    return database
        .execute(DROP_MONTHS, Tuple.of(table, retentions.get(table).toSeconds()))
        .replaceWithVoid();
  }

  private Uni<Void> erase(String table) {
    return database
        .one(
            ERASE,
            Tuple.of(table, retentions.get(table).toSeconds(), config.batch()),
            row -> row.getLong("erased"))
        .chain(erased -> erased < config.batch() ? Uni.createFrom().voidItem() : erase(table));
  }

  private Uni<Void> eraseWithoutMonths(String table) {
    return database
        .execute(
            WITHOUT_MONTHS.get(table), Tuple.of(retentions.get(table).toSeconds(), config.batch()))
        .chain(
            erased ->
                erased.rowCount() < config.batch()
                    ? Uni.createFrom().voidItem()
                    : eraseWithoutMonths(table));
  }
}
