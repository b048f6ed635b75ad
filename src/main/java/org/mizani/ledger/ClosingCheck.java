package org.mizani.ledger;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.log.JobHealth;

/**
 * Check of closed days: sums their transfers up again, those of the last one and of one older day
 * after the other, and compares them with what was closed. A difference is an ERROR and a gauge.
 */
@Singleton
public final class ClosingCheck {

  /**
   * The number of accounts whose transfers of the day {@code $1}, from {@code $2} to {@code $3}, do
   * not sum up to the difference between its closing and the one before.
   */
  private static final String DIFFERENCES =
      """
      WITH pair AS MATERIALIZED (
        SELECT debit_account_id, credit_account_id, sum(amount_minor) AS minor
        FROM ledger_transfer WHERE created_at >= $2 AND created_at < $3
        GROUP BY debit_account_id, credit_account_id
      ), moved AS (
        SELECT account_id, sum(debit) AS debits, sum(credit) AS credits
        FROM (SELECT debit_account_id AS account_id, minor AS debit, 0 AS credit FROM pair
              UNION ALL
              SELECT credit_account_id, 0, minor FROM pair) side
        GROUP BY account_id
      ), closing AS (
        SELECT d.account_id, d.debits_minor - coalesce(b.debits_minor, 0) AS debits,
               d.credits_minor - coalesce(b.credits_minor, 0) AS credits
        FROM daily_closing d
        LEFT JOIN LATERAL (
          SELECT p.debits_minor, p.credits_minor FROM daily_closing p
          WHERE p.account_id = d.account_id AND p.day < $1
          ORDER BY p.day DESC LIMIT 1) b ON true
        WHERE d.day = $1
      )
      SELECT count(*) AS differences
      FROM moved m FULL JOIN closing c USING (account_id)
      WHERE m.debits IS DISTINCT FROM c.debits OR m.credits IS DISTINCT FROM c.credits
      """;

  private static final Logger LOG = Logger.getLogger(ClosingCheck.class);

  private final Database database;
  private final LedgerConfig.Books.Closing config;
  private final JobHealth health = new JobHealth(LOG, "The check of closed days");
  private final Map<LocalDate, Long> differences = new ConcurrentHashMap<>();
  private LocalDate oldest;

  ClosingCheck(Database database, LedgerConfig.Books config, MeterRegistry registry) {
    this.database = database;
    this.config = config.closing();
    Gauge.builder("payments.ledger.closing.differences", this::differences)
        .description("Accounts whose closing of a day is not the sum of its transfers")
        .register(registry);
    health.measure(registry);
  }

  /** The differences that the last check of each day has found. */
  long differences() {
    return differences.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Checks the last closed day and the next older one. It never fails. */
  @Scheduled(
      every = "${payments.ledger.closing.check-every:6h}",
      delayed = "1m",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> check() {
    return health.watch(
        database
            .read(ClosedDay::range)
            .chain(days -> days.map(this::check).orElse(Uni.createFrom().voidItem())));
  }

  private Uni<Void> check(ClosedDay.Range days) {
    LocalDate next = oldest == null ? days.last() : oldest;
    oldest = next.isAfter(days.first()) ? next.minusDays(1) : days.last();
    LocalDate older = oldest;
    return check(days.last())
        .chain(() -> older.equals(days.last()) ? Uni.createFrom().voidItem() : check(older));
  }

  private Uni<Void> check(LocalDate day) {
    return database
        .executeLong(DIFFERENCES, DailyClosing.dayOf(day), config.timeout())
        .map(rows -> rows.iterator().next().getLong("differences"))
        .invoke(found -> record(day, found))
        .replaceWithVoid();
  }

  private void record(LocalDate day, long found) {
    if (found == 0) {
      differences.remove(day);
    } else {
      differences.put(day, found);
      LOG.errorf(
          "The closing of %s differs from the sum of its transfers in %d accounts.", day, found);
    }
  }
}
