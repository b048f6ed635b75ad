package org.mizani.figures;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.List;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.database.NewestRead;
import org.mizani.log.JobHealth;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Payouts that have not ended, by their age, and the money that wallets hold for them: gauges, the
 * same on every pod.
 */
@Singleton
final class OpenPayments {

  /** Each age with those that are older, as in buckets of a histogram. */
  static final String PENDING =
      """
      SELECT age, older FROM (
        SELECT count(*) AS newest,
               count(*) FILTER (WHERE created_at < now() - interval '1 minute') AS minute,
               count(*) FILTER (WHERE created_at < now() - interval '1 hour') AS hour,
               count(*) FILTER (WHERE created_at < now() - interval '1 day') AS day
        FROM payout_due
      ) AS counted
      CROSS JOIN LATERAL (
        VALUES ('0', newest), ('1m', minute), ('1h', hour), ('1d', day)) AS by_age (age, older)
      """;

  static final String HELD =
      """
      SELECT currency, sum(holding_minor) AS minor
      FROM wallet WHERE purpose = 'payout' GROUP BY currency
      """;

  private static final Logger LOG = Logger.getLogger(OpenPayments.class);

  private final Database database;
  private final MultiGauge pending;
  private final MultiGauge held;
  private final JobHealth health = new JobHealth(LOG, "Reading open payments");
  private final NewestRead<Read> shown = new NewestRead<>((before, now) -> show(now));

  private record Read(List<Row<Number>> pending, List<Row<Number>> held) {}

  OpenPayments(Database database, MeterRegistry registry) {
    this.database = database;
    this.pending =
        MultiGauge.builder("payments.payout.pending")
            .description("Payouts without an end that are as old as that, over all pods")
            .register(registry);
    this.held =
        MultiGauge.builder("payments.wallet.held")
            .description("Money that wallets hold for payouts, over all pods, in major units")
            .register(registry);
    health.measure(registry);
  }

  /** Reads them. It never fails: the next tick tries again. */
  @Scheduled(
      every = "${payments.figures.every:30s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> read() {
    return health.watch(
        shown.refresh(
            database
                .list(PENDING, Tuple.tuple(), OpenPayments::pending)
                .chain(
                    counts ->
                        database
                            .list(HELD, Tuple.tuple(), OpenPayments::held)
                            .map(sums -> new Read(counts, sums)))));
  }

  private static Row<Number> pending(io.vertx.mutiny.sqlclient.Row row) {
    return Row.of(Tags.of("older_than", row.getString("age")), row.getLong("older"));
  }

  /** A sum of many wallets may be beyond the largest amount of one. */
  private static Row<Number> held(io.vertx.mutiny.sqlclient.Row row) {
    CurrencyUnit currency = CurrencyUnit.valueOf(row.getString("currency"));
    BigDecimal unit = new Money(currency, 1).major();
    return Row.of(Tags.of("currency", currency.name()), row.getBigDecimal("minor").multiply(unit));
  }

  private void show(Read read) {
    pending.register(read.pending(), true);
    held.register(read.held(), true);
  }
}
