package org.mizani.webhook.endpoint;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;
import org.mizani.database.CallerContext;
import org.mizani.database.Database;
import org.mizani.database.NewestRead;
import org.mizani.log.JobHealth;

/**
 * Cache of the endpoints of all businesses: an event needs no query to find them. Every few seconds
 * the changes since the last reading are read, by their numbers, which appear in the order of
 * commits; and now and then all of them, because a database that was restored draws old numbers
 * again.
 */
@Singleton
final class SubscriptionBook {

  static final String CHANGED =
      """
      SELECT id, business_id, host, kinds, status, change
        FROM webhook_endpoint
       WHERE change > $1
      """;

  private static final long WHOLE_EVERY_NANOS = Duration.ofMinutes(5).toNanos();

  private static final Logger LOG = Logger.getLogger(SubscriptionBook.class);

  private final Database database;
  private final long maxAgeNanos;
  private final JobHealth health = new JobHealth(LOG, "Reading webhook endpoints");
  private final NewestRead<Subscriptions> latest = new NewestRead<>();
  private final AtomicReference<Uni<Subscriptions>> underWay = new AtomicReference<>();

  SubscriptionBook(Database database, EndpointConfig config) {
    config.validate();
    this.database = database;
    this.maxAgeNanos = config.endpoints().maxAge().toNanos();
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    health.measure(registry);
  }

  /** The endpoints of a business that get events of this kind; without a query as a rule. */
  Uni<List<Subscription>> of(long businessId, EventKind kind) {
    return latest
        .value()
        .filter(known -> System.nanoTime() - known.readAtNanos() < maxAgeNanos)
        .map(known -> Uni.createFrom().item(known.of(businessId, kind)))
        .orElseGet(() -> shared().map(known -> known.of(businessId, kind)));
  }

  /**
   * The read that is under way, or a new one: events that wait for it do not read each. In a
   * transaction it is the caller's own, of which nothing else is a part.
   */
  private Uni<Subscriptions> shared() {
    if (Database.isInTransaction()) {
      return read();
    }
    Uni<Subscriptions> begun =
        read().onTermination().invoke(() -> underWay.set(null)).memoize().indefinitely();
    Uni<Subscriptions> before = underWay.compareAndExchange(null, begun);
    return CallerContext.backTo(before == null ? begun : before);
  }

  /** Reads the changes at once, after one on this pod. It never fails: the next tick reads them. */
  Uni<Void> refreshAfterChange() {
    return refresh().onFailure().recoverWithNull();
  }

  private Uni<Void> refresh() {
    return read().replaceWithVoid();
  }

  @Scheduled(
      every = "${payments.webhook.endpoints.refresh-every:2s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> refreshEveryFewSeconds() {
    return health.watch(refresh());
  }

  private Uni<Subscriptions> read() {
    return latest.refresh(
        Uni.createFrom()
            .deferred(
                () -> {
                  long begun = System.nanoTime();
                  Subscriptions known =
                      latest
                          .value()
                          .filter(one -> begun - one.wholeAtNanos() < WHOLE_EVERY_NANOS)
                          .orElseGet(() -> Subscriptions.none(begun));
                  return database
                      .list(CHANGED, Tuple.of(known.change()), Subscription::of)
                      .map(changed -> known.with(changed, begun));
                }));
  }
}
