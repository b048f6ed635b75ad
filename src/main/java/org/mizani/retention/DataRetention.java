package org.mizani.retention;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.log.OutageNotice;

/**
 * Retention of data that is not kept for ever. A job makes the months ahead, and erases what is
 * older than its retention, in small statements. Any pod may run it at any time: a statement that
 * finds nothing to do does nothing.
 */
@Singleton
final class DataRetention {

  private static final String CREATE_MONTHS = "SELECT create_months($1)";

  private static final String ERASE =
      "SELECT erase_before($1, now() - $2 * interval '1 second', $3) AS erased";

  /** A dead delivery's place in the lists goes with the delivery. */
  private static final String ERASE_DEAD =
      """
      DELETE FROM webhook_dead WHERE id = ANY (ARRAY(
        SELECT id FROM webhook_dead WHERE created_at < now() - $1 * interval '1 second'
        ORDER BY id LIMIT $2))
      """;

  private static final Logger LOG = Logger.getLogger(DataRetention.class);

  private final Database database;
  private final RetentionConfig config;
  private final Map<String, Duration> retentions = new LinkedHashMap<>();
  private final OutageNotice outage = new OutageNotice(LOG, "Retention of data");

  /**
   * @throws IllegalArgumentException for a retention that is not longer than nothing
   */
  DataRetention(Database database, RetentionConfig config) {
    this.database = database;
    this.config = config;
    retentions.put("payout_detail", config.personalData());
    retentions.put("collection_detail", config.personalData());
    retentions.put("webhook_body", config.webhooks());
    retentions.put("webhook_attempt", config.webhooks());
    retentions.put("webhook_delivery", config.webhooks());
    retentions.put("rail_callback", config.callbacks());
    retentions.put("audit_entry", config.auditLog());
    if (retentions.values().stream().anyMatch(age -> age.isNegative() || age.isZero())) {
      throw new IllegalArgumentException("payments.retention.* must be longer than nothing.");
    }
  }

  /** Makes months and erases what is too old. It never fails: the next tick tries again. */
  @Scheduled(
      every = "${payments.retention.every:1h}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> keep() {
    return database
        .execute(CREATE_MONTHS, Tuple.of(config.monthsAhead()))
        .chain(this::eraseAll)
        .chain(this::eraseDead)
        .invoke(outage::over)
        .onFailure()
        .invoke(outage::met)
        .onFailure()
        .recoverWithNull();
  }

  private Uni<Void> eraseAll() {
    return Multi.createFrom()
        .iterable(retentions.entrySet())
        .onItem()
        .transformToUniAndConcatenate(table -> erase(table.getKey(), table.getValue()))
        .onItem()
        .ignoreAsUni();
  }

  private Uni<Void> erase(String table, Duration age) {
    return database
        .one(ERASE, Tuple.of(table, age.toSeconds(), config.batch()), row -> row.getLong("erased"))
        .chain(erased -> erased < config.batch() ? Uni.createFrom().voidItem() : erase(table, age));
  }

  private Uni<Void> eraseDead() {
    return database
        .execute(ERASE_DEAD, Tuple.of(config.webhooks().toSeconds(), config.batch()))
        .chain(
            erased ->
                erased.rowCount() < config.batch() ? Uni.createFrom().voidItem() : eraseDead());
  }
}
