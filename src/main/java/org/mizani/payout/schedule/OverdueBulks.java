package org.mizani.payout.schedule;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.database.NewestRead;
import org.mizani.log.JobHealth;

/** Job that measures how late batches are that were to be executed: the same on every pod. */
@Singleton
class OverdueBulks {

  static final String MEASURE =
      """
      SELECT coalesce(extract(epoch FROM now() - min(execute_at)), 0)::bigint AS late
      FROM payout_bulk_schedule WHERE due_at IS NOT NULL AND execute_at < now()
      """;

  private static final Logger LOG = Logger.getLogger(OverdueBulks.class);

  private final Database database;
  private final JobHealth health = new JobHealth(LOG, "Measuring overdue batches");
  private final NewestRead<Long> seconds = new NewestRead<>();

  OverdueBulks(Database database) {
    this.database = database;
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    health.measure(registry);
    Gauge.builder("payments.bulk.overdue", () -> seconds.value().orElse(0L))
        .baseUnit("seconds")
        .description("Time since the oldest scheduled batch without an end was due, over all pods")
        .register(registry);
  }

  /** Measures it. It never fails: the next tick tries again. */
  @Scheduled(
      every = "${payments.figures.every:30s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> measure() {
    return health.watch(
        seconds.refresh(database.one(MEASURE, Tuple.tuple(), row -> row.getLong("late"))));
  }
}
