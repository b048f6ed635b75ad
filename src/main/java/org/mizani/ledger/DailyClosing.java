package org.mizani.ledger;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.log.JobHealth;

/**
 * Daily closing of the books (ADR 4): the totals of each account that moved on a day in UTC,
 * written once over all pods. Days are closed in their order; missed ones are caught up, one a
 * tick. The database refuses a transfer that is dated on a closed day.
 */
@Singleton
public final class DailyClosing {

  /**
   * The next day to close, once it has been over for {@code $1} milliseconds, and since when that
   * is. The first is that of the first wallet or movement: each transfer has one of the two. A
   * transaction that began before the day's end and has written something holds the closing up,
   * because its transfers have the time of its begin.
   */
  private static final String NEXT =
      """
      SELECT day, extract(epoch FROM now() - due)::bigint AS overdue,
             EXISTS (SELECT FROM pg_stat_activity a
                     WHERE a.datname = current_database() AND a.backend_xid IS NOT NULL
                       AND a.xact_start < due - $1 * interval '1 millisecond') AS held_up
      FROM (SELECT day,
                   (day + 1)::timestamp AT TIME ZONE 'UTC' + $1 * interval '1 millisecond' AS due
            FROM (SELECT coalesce(
                    (SELECT max(day) + 1 FROM closed_day),
                    (least((SELECT min(created_at) FROM wallet),
                           (SELECT min(created_at) FROM ledger_movement))
                       AT TIME ZONE 'UTC')::date)) next (day)) d
      WHERE now() >= due
      """;

  /**
   * Closes the day {@code $1}, which begins at {@code $2} and ends at {@code $3}. Of two pods that
   * close it at once, one does nothing: without the lock it would sum the day up in vain, and the
   * primary key lets one write.
   */
  private static final String CLOSE =
      """
      WITH locked AS MATERIALIZED (
        SELECT pg_try_advisory_xact_lock(hashtext('daily_closing')) AS ours
      ), moved AS MATERIALIZED (
        SELECT debit_account_id, credit_account_id, sum(amount_minor) AS minor,
               count(*) AS transfers, max(id) AS last_id
        FROM ledger_transfer
        WHERE created_at >= $2 AND created_at < $3 AND (SELECT ours FROM locked)
        GROUP BY debit_account_id, credit_account_id
      ), closed AS (
        INSERT INTO closed_day (day, transfers, last_transfer_id)
        SELECT $1, coalesce(sum(transfers), 0),
               greatest((SELECT max(last_transfer_id) FROM closed_day), max(last_id), 0)
        FROM moved HAVING (SELECT ours FROM locked)
        ON CONFLICT (day) DO NOTHING
        RETURNING day, transfers
      ), turnover AS (
        SELECT account_id, sum(debit) AS debits, sum(credit) AS credits
        FROM (SELECT debit_account_id AS account_id, minor AS debit, 0 AS credit FROM moved
              UNION ALL
              SELECT credit_account_id, 0, minor FROM moved) side
        GROUP BY account_id
      ), total AS (
        SELECT t.account_id, c.day, coalesce(b.debits_minor, 0) + t.debits AS debits,
               coalesce(b.credits_minor, 0) + t.credits AS credits
        FROM turnover t
        CROSS JOIN closed c
        LEFT JOIN LATERAL (
          SELECT d.debits_minor, d.credits_minor FROM daily_closing d
          WHERE d.account_id = t.account_id AND d.day < $1
          ORDER BY d.day DESC LIMIT 1) b ON true
      ), written AS (
        INSERT INTO daily_closing (account_id, day, debits_minor, credits_minor, balance_minor)
        SELECT account_id, day, debits, credits, credits - debits FROM total
      )
      SELECT day, transfers FROM closed
      """;

  /** Times the time-out of a statement: more than the longest transaction lasts. */
  private static final int TIMEOUTS = 4;

  private static final Logger LOG = Logger.getLogger(DailyClosing.class);

  private final Database database;
  private final LedgerConfig.Books.Closing config;
  private final JobHealth health = new JobHealth(LOG, "The daily closing");
  private final AtomicReference<LocalDate> heldUp = new AtomicReference<>();
  private volatile long overdue;

  DailyClosing(
      Database database,
      DatabaseConfig databaseConfig,
      LedgerConfig.Books config,
      MeterRegistry registry) {
    this.database = database;
    this.config = config.closing();
    Duration longest = databaseConfig.timeout().multipliedBy(TIMEOUTS);
    if (this.config.after().compareTo(longest) < 0) {
      throw new ConfigurationException(
          "payments.ledger.closing.after must be at least "
              + TIMEOUTS
              + " times payments.database.timeout.");
    }
    Gauge.builder("payments.ledger.closing.overdue", () -> overdue)
        .baseUnit("seconds")
        .description("Time since which the next day to close is due; 0 while none is")
        .register(registry);
    health.measure(registry);
  }

  /** A day that is due. */
  private record Due(LocalDate day, long overdueSeconds, boolean heldUp) {}

  /** Closes the next day if it is due. It never fails: the next tick tries again. */
  @Scheduled(
      every = "${payments.ledger.closing.every:1m}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> closeDue() {
    return health.watch(closeNext());
  }

  /** Closes the next day; empty if none is due, or another pod closes it. */
  Uni<Optional<LocalDate>> closeNext() {
    return database
        .find(NEXT, Tuple.of(config.after().toMillis()), DailyClosing::due)
        .invoke(due -> overdue = due.map(Due::overdueSeconds).orElse(0L))
        .chain(
            due ->
                due.filter(day -> !isHeldUp(day))
                    .map(day -> close(day.day()))
                    .orElse(Uni.createFrom().item(Optional.empty())));
  }

  private static Due due(Row row) {
    return new Due(row.getLocalDate("day"), row.getLong("overdue"), row.getBoolean("held_up"));
  }

  private boolean isHeldUp(Due due) {
    if (due.heldUp() && !due.day().equals(heldUp.getAndSet(due.day()))) {
      LOG.warnf(
          "The closing of %s waits for a transaction that began before the end of that day.",
          due.day());
    }
    return due.heldUp();
  }

  private Uni<Optional<LocalDate>> close(LocalDate day) {
    return database
        .executeLong(CLOSE, dayOf(day), config.timeout())
        .map(DailyClosing::closed)
        .invoke(() -> overdue = 0)
        .invoke(closed -> closed.ifPresent(row -> LOG.infof("The books of %s are closed.", row)));
  }

  private static Optional<LocalDate> closed(RowSet<Row> rows) {
    return Database.items(rows, row -> row.getLocalDate("day")).stream().findFirst();
  }

  /** A day, its begin and its end, as parameters. */
  static Tuple dayOf(LocalDate day) {
    return Tuple.of(day, begin(day), begin(day.plusDays(1)));
  }

  private static OffsetDateTime begin(LocalDate day) {
    return day.atStartOfDay().atOffset(ZoneOffset.UTC);
  }
}
