package org.mizani.retention;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.log.JobHealth;

/**
 * Months of the partitioned tables (ADR 15). A job makes them ahead, each table's in a transaction
 * of its own that gives up at once where it would hold payments up: there is time until the next
 * tick, and the one after.
 */
@Singleton
final class TableMonths {

  private static final String CREATE = "SELECT create_months($1, $2)";

  /** How many months after this one each table has. */
  private static final String AHEAD =
      """
      SELECT t.name, count(c.oid)::integer AS ahead
      FROM month_table t
      LEFT JOIN pg_inherits i ON i.inhparent = t.name::regclass
      LEFT JOIN pg_class c ON c.oid = i.inhrelid AND c.relname ~ '_\\d{4}_\\d{2}$'
        AND right(c.relname, 7) > to_char(now() AT TIME ZONE 'UTC', 'YYYY_MM')
      GROUP BY t.name
      ORDER BY t.name
      """;

  private static final Logger LOG = Logger.getLogger(TableMonths.class);

  private final Database database;
  private final RetentionConfig config;
  private final JobHealth health = new JobHealth(LOG, "Making months ahead");
  private volatile int ahead;

  private record Table(String name, int ahead) {}

  TableMonths(Database database, RetentionConfig config) {
    this.database = database;
    this.config = config;
    this.ahead = config.monthsAhead();
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    health.measure(registry);
    Gauge.builder("payments.retention.months.ahead", () -> ahead)
        .description("Months after this one that every partitioned table has")
        .register(registry);
  }

  /** Makes the months that are missing. It never fails: the next tick tries again. */
  @Scheduled(
      every = "${payments.retention.every:1h}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> make() {
    return health.watch(
        read().chain(all -> makeOfEach(all).eventually(() -> read().invoke(this::measure))));
  }

  private Uni<Void> makeOfEach(List<Table> all) {
    return TableByTable.work(
        all.stream().map(Table::name).toList(),
        table -> database.execute(CREATE, Tuple.of(table, config.monthsAhead())));
  }

  private Uni<List<Table>> read() {
    return database.list(
        AHEAD, Tuple.tuple(), row -> new Table(row.getString("name"), row.getInteger("ahead")));
  }

  private void measure(List<Table> all) {
    ahead = all.stream().mapToInt(Table::ahead).min().orElse(0);
  }
}
