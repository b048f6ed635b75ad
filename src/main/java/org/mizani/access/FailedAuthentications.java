package org.mizani.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.mizani.database.Bulkhead;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.fault.ApiFault;
import org.mizani.log.JobHealth;

/**
 * Limit of failed authentications over all pods, against guessing: per minute for one key from one
 * address, and for one address. Beyond it every attempt from there is refused, right or wrong, so
 * that the answer reveals no secret. The same key still works from other addresses (ADR 11).
 */
@ApplicationScoped
public class FailedAuthentications {

  /**
   * Counts one failure of the address; of the key too while the address is within {@code $3}: that
   * bounds the rows a minute of a guesser with many keys.
   */
  private static final String COUNT =
      """
      WITH of_address AS (
        INSERT INTO failed_authentication AS f (subject, starts_at, failures)
        VALUES ($1, date_trunc('minute', now()), 1)
        ON CONFLICT (subject, starts_at) DO UPDATE SET failures = f.failures + 1
        RETURNING failures),
      of_key AS (
        INSERT INTO failed_authentication AS f (subject, starts_at, failures)
        SELECT $2, date_trunc('minute', now()), 1 FROM of_address WHERE failures <= $3
        ON CONFLICT (subject, starts_at) DO UPDATE SET failures = f.failures + 1
        RETURNING failures)
      SELECT (SELECT failures FROM of_address) AS of_address,
             coalesce((SELECT failures FROM of_key), 0) AS of_key,
             (extract(epoch FROM date_trunc('minute', now()) + interval '1 minute' - now()) * 1000)::bigint
               AS ends_in_ms
      """;

  private static final String READ =
      """
      SELECT coalesce(max(failures) FILTER (WHERE subject = $1), 0) AS of_address,
             coalesce(max(failures) FILTER (WHERE subject = $2), 0) AS of_key,
             (extract(epoch FROM date_trunc('minute', now()) + interval '1 minute' - now()) * 1000)::bigint
               AS ends_in_ms
      FROM failed_authentication
      WHERE subject IN ($1, $2) AND starts_at = date_trunc('minute', now())
      """;

  private static final String COUNT_EVENT =
      """
      INSERT INTO failed_authentication AS f (subject, starts_at, failures)
      VALUES ($1, date_trunc('minute', now()), 1)
      ON CONFLICT (subject, starts_at) DO UPDATE SET failures = f.failures + 1
      RETURNING failures
      """;

  private static final int SLICE = 10_000;

  /** Removes one slice of old counts. It waits for no row, so it needs no order of them. */
  private static final String FORGET =
      """
      DELETE FROM failed_authentication WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM failed_authentication WHERE starts_at < now() - interval '10 minutes'
        ORDER BY starts_at LIMIT %d FOR UPDATE SKIP LOCKED))
      """
          .formatted(SLICE);

  private static final Logger LOG = Logger.getLogger(FailedAuthentications.class);

  private final Database database;
  private final JobHealth health = new JobHealth(LOG, "Forgetting failed authentications");
  private final AuthenticationConfig config;
  private final MeterRegistry meters;
  // With the end of its minute by this pod's monotonic clock.
  private final Cache<UUID, Long> refused;
  // A guesser's failures wait for one row, one after the other; payments need the connections.
  private final Bulkhead counts;
  // Of their own: guesses at the partners' port do not hold up refusals of operators.
  private final Bulkhead events;

  FailedAuthentications(
      Database database,
      AuthenticationConfig config,
      DatabaseConfig databaseConfig,
      MeterRegistry meters) {
    if (config.failuresPerKey() < 1 || config.failuresPerAddress() < 1) {
      throw new ConfigurationException(
          "PAYMENTS_AUTHENTICATION_FAILURES_PER_KEY and _PER_ADDRESS must be at least 1.");
    }
    this.database = database;
    this.config = config;
    this.meters = meters;
    this.counts = new Bulkhead(config.countedAtOnce(), databaseConfig.timeout());
    this.events = new Bulkhead(config.countedAtOnce(), databaseConfig.timeout());
    this.refused = Caffeine.newBuilder().maximumSize(config.remembered()).build();
    health.measure(meters);
  }

  /**
   * The owner of the attempt's credentials. Wrong ones are counted and fail with 401. An attempt
   * from an address or with a key beyond the limit fails with 429, mostly without verification.
   */
  public <T> Uni<T> unlessTooMany(
      AuthenticationAttempt attempt, Supplier<Uni<Optional<T>>> verification) {
    return unlessKnown(
        attempt,
        () ->
            verification
                .get()
                .chain(
                    found ->
                        found.isPresent()
                            ? admit(attempt, found.get())
                            : counts.take(() -> unlessKnown(attempt, () -> fail(attempt)))));
  }

  /**
   * Counts an event, and notes it if it is the first of this name in its minute, over all pods.
   * Both are one transaction: after a failed note the next event is the first.
   */
  public Uni<Void> onceAMinute(String event, Supplier<Uni<Void>> note) {
    Tuple subject = Tuple.of(AuthenticationAttempt.subject("event/" + event));
    return events.take(
        () ->
            database.inTransaction(
                () ->
                    database
                        .one(COUNT_EVENT, subject, row -> row.getInteger("failures") == 1)
                        .chain(first -> first ? note.get() : Uni.createFrom().voidItem())));
  }

  private <T> Uni<T> unlessKnown(AuthenticationAttempt attempt, Supplier<Uni<T>> work) {
    Duration wait = longer(knownWait(attempt.fromAddress()), knownWait(attempt.keyFromAddress()));
    return wait.isZero() ? work.get() : Uni.createFrom().failure(() -> refusal(wait));
  }

  private <T> Uni<T> admit(AuthenticationAttempt attempt, T authenticated) {
    return database
        .execute(READ, Tuple.of(attempt.fromAddress(), attempt.keyFromAddress()))
        .invoke(rows -> requireFewer(attempt, rows.iterator().next(), 0))
        .replaceWith(authenticated);
  }

  private <T> Uni<T> fail(AuthenticationAttempt attempt) {
    Tuple subjects =
        Tuple.of(attempt.fromAddress(), attempt.keyFromAddress(), config.failuresPerAddress());
    return database
        .execute(COUNT, subjects)
        .invoke(rows -> requireFewer(attempt, rows.iterator().next(), 1))
        .invoke(() -> meters.counter("payments.authentication.failed").increment())
        .chain(ApiFault.INVALID_CREDENTIALS::asFailure);
  }

  /**
   * @param own failures of the attempt itself, 0 or 1
   */
  private void requireFewer(AuthenticationAttempt attempt, Row row, int own) {
    Duration ends = Duration.ofMillis(Math.max(1, row.getLong("ends_in_ms")));
    boolean address = row.getInteger("of_address") - own >= config.failuresPerAddress();
    boolean key = row.getInteger("of_key") - own >= config.failuresPerKey();
    if (address) {
      LOG.warnf("too many failed authentications from %s: refused for a while", attempt.network());
      remember(attempt.fromAddress(), ends);
    }
    if (key) {
      remember(attempt.keyFromAddress(), ends);
    }
    if (address || key) {
      throw refusal(ends);
    }
  }

  private void remember(UUID subject, Duration ends) {
    refused.put(subject, System.nanoTime() + ends.toNanos());
  }

  private Duration knownWait(UUID subject) {
    Long until = refused.getIfPresent(subject);
    return until == null ? Duration.ZERO : Duration.ofNanos(Math.max(0, until - System.nanoTime()));
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  private RuntimeException refusal(Duration wait) {
    meters.counter("payments.authentication.refused").increment();
    return ApiFault.rateLimitExceeded(wait.plusMillis(999)).asException();
  }

  @Scheduled(every = "5m", delayed = "1m", concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> forgetOld() {
    return health.watch(forgetSlices());
  }

  private Uni<Void> forgetSlices() {
    return database
        .execute(FORGET)
        .chain(
            removed -> removed.rowCount() < SLICE ? Uni.createFrom().voidItem() : forgetSlices());
  }
}
