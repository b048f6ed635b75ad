package org.mizani.ledger;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.log.JobHealth;

/**
 * Daily closing of the books (ADR 4): the totals of each account that moved on a day in UTC,
 * written once over all pods. Days are closed in their order; missed ones are caught up, one a
 * tick. The database refuses a transfer that is dated on a closed day, and lets a closing wait for
 * the transactions that write transfers of the day.
 */
@Singleton
public final class DailyClosing {

  /**
   * The next day to close, once it has been over for {@code $1} milliseconds, and since when that
   * is. The first is that of the first wallet or movement: each transfer has one of the two.
   */
  private static final String NEXT =
      """
      SELECT day, extract(epoch FROM now() - due)::bigint AS overdue
      FROM (SELECT day,
                   (day + 1)::timestamp AT TIME ZONE 'UTC' + $1 * interval '1 millisecond' AS due
            FROM (SELECT coalesce(
                    (SELECT max(day) + 1 FROM closed_day),
                    (least((SELECT min(created_at) FROM wallet),
                           (SELECT min(created_at) FROM ledger_movement))
                       AT TIME ZONE 'UTC')::date)) next (day)) d
      WHERE now() >= due
      """;

  /** Closes the day {@code $1}; it waits {@code $2} milliseconds for transactions to end. */
  private static final String CLOSE =
      "SELECT close_day($1, $2 * interval '1 millisecond') AS outcome";

  /** Times the time-out of a statement: more than a payment lasts. */
  private static final int TIMEOUTS = 4;

  /** Times the time-out of a statement: more than PostgreSQL lets one of a pod last. */
  private static final int PATIENCE = 2;

  private static final Logger LOG = Logger.getLogger(DailyClosing.class);

  private final Database database;
  private final LedgerConfig.Books.Closing config;
  private final Duration patience;
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
    this.patience = databaseConfig.timeout().multipliedBy(PATIENCE);
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
  private record Due(LocalDate day, long overdueSeconds) {}

  /**
   * Outcomes of {@link #CLOSE}: another pod has the day, or a transaction that writes transfers.
   */
  private enum Outcome {
    CLOSED,
    TAKEN,
    HELD_UP
  }

  /** Closes the next day if it is due. It never fails: the next tick tries again. */
  @Scheduled(
      every = "${payments.ledger.closing.every:1m}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> closeDue() {
    return health.watch(closeNext());
  }

  /** Closes the next day; empty if none is due, if another pod closes it, or if it is held up. */
  Uni<Optional<LocalDate>> closeNext() {
    return database
        .find(NEXT, Tuple.of(config.after().toMillis()), DailyClosing::due)
        .invoke(due -> overdue = due.map(Due::overdueSeconds).orElse(0L))
        .chain(
            due ->
                due.map(day -> close(day.day())).orElse(Uni.createFrom().item(Optional.empty())));
  }

  private static Due due(Row row) {
    return new Due(row.getLocalDate("day"), row.getLong("overdue"));
  }

  private Uni<Optional<LocalDate>> close(LocalDate day) {
    return database
        .executeLong(CLOSE, Tuple.of(day, patience.toMillis()), config.timeout())
        .map(rows -> rows.iterator().next().getString("outcome"))
        .map(outcome -> Outcome.valueOf(outcome.toUpperCase(Locale.ROOT)))
        .invoke(outcome -> tell(day, outcome))
        .map(outcome -> Optional.of(day).filter(closed -> outcome == Outcome.CLOSED));
  }

  private void tell(LocalDate day, Outcome outcome) {
    if (outcome == Outcome.HELD_UP) {
      if (!day.equals(heldUp.getAndSet(day))) {
        LOG.warnf(
            "The closing of %s waits for a transaction that writes transfers and does not end.",
            day);
      }
      return;
    }
    overdue = 0;
    if (outcome == Outcome.CLOSED) {
      LOG.infof("The books of %s are closed.", day);
    }
  }

  /** A day, its begin and its end, as parameters. */
  static Tuple dayOf(LocalDate day) {
    return Tuple.of(day, begin(day), begin(day.plusDays(1)));
  }

  private static OffsetDateTime begin(LocalDate day) {
    return day.atStartOfDay().atOffset(ZoneOffset.UTC);
  }
}
