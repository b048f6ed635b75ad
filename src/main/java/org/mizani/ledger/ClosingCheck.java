package org.mizani.ledger;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.log.JobHealth;

/**
 * Check of closed days: sums their transfers up again and compares them with their closings. The
 * database keeps the last check of each day, so that pods share the walk over the days, and a
 * restart goes on with it. A difference is an ERROR, and a gauge of each pod.
 */
@Singleton
public final class ClosingCheck {

  /**
   * The days to check: the last one, of those that differed the one whose check is the oldest, and
   * of all older ones that which was not checked for the longest, the newest first.
   */
  private static final String DAYS =
      """
      SELECT max(day) AS day FROM closed_day HAVING max(day) IS NOT NULL
      UNION
      (SELECT day FROM closing_check WHERE differences > 0 ORDER BY checked_at LIMIT 1)
      UNION
      (SELECT d.day FROM closed_day d LEFT JOIN closing_check c USING (day)
       WHERE d.day < (SELECT max(day) FROM closed_day)
       ORDER BY c.checked_at NULLS FIRST, d.day DESC LIMIT 1)
      ORDER BY day DESC
      """;

  /**
   * Records the number of accounts whose transfers of the day {@code $1}, from {@code $2} to {@code
   * $3}, do not sum up to the difference between its closing and the one before.
   */
  private static final String CHECK =
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
      INSERT INTO closing_check (day, differences)
      SELECT $1, count(*)
      FROM moved m FULL JOIN closing c USING (account_id)
      WHERE m.debits IS DISTINCT FROM c.debits OR m.credits IS DISTINCT FROM c.credits
      ON CONFLICT (day) DO UPDATE
        SET checked_at = excluded.checked_at, differences = excluded.differences
      RETURNING differences
      """;

  private static final String FOUND =
      "SELECT coalesce(sum(differences), 0)::bigint AS differences FROM closing_check";

  private static final Logger LOG = Logger.getLogger(ClosingCheck.class);

  private final Database database;
  private final LedgerConfig.Books.Closing config;
  private final JobHealth health = new JobHealth(LOG, "The check of closed days");
  private final JobHealth reading = new JobHealth(LOG, "The gauge of closed days");
  private volatile long differences;

  ClosingCheck(Database database, LedgerConfig.Books config, MeterRegistry registry) {
    this.database = database;
    this.config = config.closing();
    Gauge.builder("payments.ledger.closing.differences", () -> differences)
        .description(
            "Accounts whose closing of a day is not the sum of its transfers, over all pods")
        .register(registry);
    health.measure(registry);
    reading.measure(registry);
  }

  /**
   * Reads the differences that the last check of each day has found, by any pod. It never fails.
   */
  @Scheduled(
      every = "${payments.ledger.closing.every:1m}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> readDifferences() {
    return reading.watch(differencesFound());
  }

  /** Checks the last closed day and older ones. It never fails. */
  @Scheduled(
      every = "${payments.ledger.closing.check-every:6h}",
      delayed = "1m",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> check() {
    return health.watch(
        database
            .list(DAYS, Tuple.tuple(), row -> row.getLocalDate("day"))
            .onItem()
            .transformToMulti(days -> Multi.createFrom().iterable(days))
            .onItem()
            .transformToUniAndConcatenate(this::check)
            .collect()
            .last()
            .chain(this::differencesFound));
  }

  private Uni<Long> check(LocalDate day) {
    return database
        .executeLong(CHECK, DailyClosing.dayOf(day), config.timeout())
        .map(rows -> rows.iterator().next().getLong("differences"))
        .invoke(found -> tell(day, found));
  }

  private static void tell(LocalDate day, long found) {
    if (found > 0) {
      LOG.errorf(
          "The closing of %s differs from the sum of its transfers in %d accounts.", day, found);
    }
  }

  private Uni<Long> differencesFound() {
    return database
        .one(FOUND, Tuple.tuple(), row -> row.getLong("differences"))
        .invoke(found -> differences = found);
  }
}
