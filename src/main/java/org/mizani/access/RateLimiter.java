package org.mizani.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.log.JobHealth;
import org.mizani.service.ServiceConfig;
import org.mizani.service.ServiceEnvironment;

/**
 * Rate limiter of API keys over all pods, per minute of the database's clock. A pod reserves a part
 * of a key's limit in the database and spends it in memory, so that most requests need no statement
 * and never more requests than the limit are admitted (ADR 6).
 */
@ApplicationScoped
class RateLimiter {

  /**
   * Reserves {@code $2} requests of the current minute. The grant follows from the new sum: beyond
   * the limit it is less, or zero.
   */
  private static final String RESERVE =
      """
      INSERT INTO rate_window AS w (api_key_id, starts_at, reserved)
      VALUES ($1, date_trunc('minute', now()), $2)
      ON CONFLICT (api_key_id, starts_at) DO UPDATE SET reserved = w.reserved + excluded.reserved
      RETURNING reserved,
                extract(epoch FROM starts_at)::bigint + 60 AS ends_at,
                (extract(epoch FROM starts_at + interval '1 minute' - now()) * 1000)::bigint AS ends_in_ms
      """;

  private static final int SLICE = 10_000;

  /**
   * Removes one slice of old windows; the last one of each key is the key's last use, which is
   * kept. It waits for no window, and for keys in the order of their ids: two pods may note the
   * last use of the same keys at once.
   */
  private static final String FORGET =
      """
      WITH old AS (
        DELETE FROM rate_window WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM rate_window WHERE starts_at < now() - interval '10 minutes'
          ORDER BY starts_at LIMIT %d FOR UPDATE SKIP LOCKED))
        RETURNING api_key_id, starts_at
      ), last_use AS MATERIALIZED (
        SELECT api_key_id, max(starts_at) AS used_at FROM old GROUP BY api_key_id
      ), locked_key AS MATERIALIZED (
        SELECT id FROM api_key WHERE id = ANY (ARRAY(SELECT api_key_id FROM last_use))
        ORDER BY id FOR NO KEY UPDATE
      ), used AS (
        UPDATE api_key k SET last_used_at = u.used_at
        FROM last_use u
        WHERE k.id = ANY (ARRAY(SELECT id FROM locked_key)) AND k.id = u.api_key_id
          AND (k.last_used_at IS NULL OR k.last_used_at < u.used_at)
      )
      SELECT count(*) AS removed FROM old
      """
          .formatted(SLICE);

  private static final Logger LOG = Logger.getLogger(RateLimiter.class);

  private final Database database;
  private final JobHealth health = new JobHealth(LOG, "Forgetting rate windows");
  private final ReservationSize sizes;
  private final Cache<Long, KeyReserve> reserves;

  /**
   * @throws ConfigurationException for a limit that admits no request
   */
  RateLimiter(Database database, ServiceConfig config) {
    if (config.rateLimitPerMinute().stream().anyMatch(limit -> limit < 1)) {
      throw new ConfigurationException("PAYMENTS_RATE_LIMIT_PER_MINUTE must be at least 1.");
    }
    this.database = database;
    this.sizes =
        new ReservationSize(
            config.rateLimitPerMinute().orElseGet(() -> limitOf(config.environment())));
    this.reserves = Caffeine.newBuilder().maximumSize(config.callers().remembered()).build();
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    health.measure(registry);
  }

  /** Requests a minute and API key (specification, section 8). */
  static int limitOf(ServiceEnvironment environment) {
    return switch (environment) {
      case TEST -> 60;
      case PRODUCTION -> 100;
    };
  }

  /**
   * Counts one request of this key and writes its rate limit headers; fails with 429 beyond the
   * limit.
   */
  Uni<Void> admit(long apiKeyId, HttpServerResponse response) {
    return admit(apiKeyId, 1, response);
  }

  /** The same for a request that counts as so many; beyond the limit it counts none of them. */
  Uni<Void> admit(long apiKeyId, int count, HttpServerResponse response) {
    return take(apiKeyId, count)
        .invoke(status -> status.writeHeaders(response))
        .invoke(RateLimitStatus::requireAdmitted)
        .replaceWithVoid();
  }

  private Uni<RateLimitStatus> take(long apiKeyId, int count) {
    return reserves
        .get(apiKeyId, id -> new KeyReserve(sizes, size -> reserve(id, size)))
        .take(count);
  }

  private Uni<KeyReserve.Reservation> reserve(long apiKeyId, int size) {
    // Read before the statement, so that the window never seems longer than it is.
    long askedAt = System.nanoTime();
    return database.one(RESERVE, Tuple.of(apiKeyId, size), row -> reservation(row, size, askedAt));
  }

  private KeyReserve.Reservation reservation(Row row, int size, long askedAt) {
    int limit = sizes.limit();
    int sum = row.getInteger("reserved");
    int granted = Math.max(0, Math.min(size, limit - (sum - size)));
    return new KeyReserve.Reservation(
        granted,
        Math.max(0, limit - sum),
        row.getLong("ends_at"),
        askedAt + row.getLong("ends_in_ms") * 1_000_000);
  }

  @Scheduled(every = "5m", delayed = "1m", concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> forgetOldWindows() {
    return health.watch(forgetSlices());
  }

  private Uni<Void> forgetSlices() {
    return forgetSlice()
        .chain(removed -> removed < SLICE ? Uni.createFrom().voidItem() : forgetSlices());
  }

  /** Removes one slice of old windows; answers their number. */
  Uni<Long> forgetSlice() {
    return database.one(FORGET, Tuple.tuple(), row -> row.getLong("removed"));
  }
}
