package org.mizani.operator.approval;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.log.JobHealth;

/** Job that ends the requests that have expired, and measures those that wait. */
@Singleton
class ApprovalExpiry {

  private static final Logger LOG = Logger.getLogger(ApprovalExpiry.class);
  private static final int MOST = 100;

  private static final String MEASURE =
      """
      SELECT count(*) AS waiting,
             coalesce(extract(epoch FROM now() - min(requested_at)), 0)::bigint AS oldest
      FROM approval WHERE status = 'waiting'
      """;

  /** Requests that wait, and the age of the oldest in seconds. */
  private record Waiting(long requests, long oldest) {}

  private final Database database;
  private final ApprovalAudit audit;
  private final JobHealth health = new JobHealth(LOG, "Expiring approvals");
  private volatile Waiting waiting = new Waiting(0, 0);

  ApprovalExpiry(Database database, ApprovalAudit audit) {
    this.database = database;
    this.audit = audit;
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    health.measure(registry);
    Gauge.builder("payments.approval.waiting", () -> waiting.requests())
        .description("Requests of operators that wait for another operator")
        .register(registry);
    Gauge.builder("payments.approval.oldest", () -> waiting.oldest())
        .baseUnit("seconds")
        .description("Age of the oldest request that waits for another operator")
        .register(registry);
  }

  /** Ends requests. It never fails: the next tick tries again. */
  @Scheduled(
      every = "${payments.approval.every:1m}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> expire() {
    return health.watch(expireAll().chain(this::measure));
  }

  private Uni<Void> expireAll() {
    return database
        .inTransaction(() -> database.now().chain(this::expireSome))
        .chain(ended -> ended < MOST ? Uni.createFrom().voidItem() : expireAll());
  }

  private Uni<Integer> expireSome(Instant now) {
    return Approval.expired(now, MOST).call(found -> end(found, now)).map(List::size);
  }

  private Uni<Void> end(List<Approval> expired, Instant now) {
    return Multi.createFrom()
        .iterable(expired)
        .onItem()
        .transformToUniAndConcatenate(approval -> audit.expire(approval, Optional.empty(), now))
        .onItem()
        .ignoreAsUni();
  }

  private Uni<Void> measure() {
    return database
        .one(
            MEASURE,
            Tuple.tuple(),
            row -> new Waiting(row.getLong("waiting"), row.getLong("oldest")))
        .invoke(read -> waiting = read)
        .replaceWithVoid();
  }
}
