package org.mizani.access;

import io.micrometer.core.instrument.Counter;
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

  private static final String FORGET = OldCounts.removal("failed_authentication", "10 minutes");

  private static final Logger LOG = Logger.getLogger(FailedAuthentications.class);

  private final Database database;
  private final JobHealth health = new JobHealth(LOG, "Forgetting failed authentications");
  private final AuthenticationConfig config;
  private final Counter failed;
  private final Counter tooMany;
  private final RefusedSubjects refused;
  // A guesser's failures wait for one row, one after the other; payments need the connections.
  private final Bulkhead counts;
  // Of their own: guesses at the partners' port do not hold up refusals of operators.
  private final Bulkhead events;
  private final OldCounts oldCounts;

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
    this.failed =
        Counter.builder("payments.authentication.failed")
            .description("Authentications refused for a wrong key or secret")
            .register(meters);
    this.tooMany =
        Counter.builder("payments.authentication.refused")
            .description("Authentications refused unread, as too many had failed")
            .register(meters);
    this.counts = new Bulkhead(config.countedAtOnce(), databaseConfig.timeout());
    this.events = new Bulkhead(config.countedAtOnce(), databaseConfig.timeout());
    this.refused = new RefusedSubjects(config.remembered());
    this.oldCounts = new OldCounts(database, FORGET);
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
    Duration wait = refused.longestWait(attempt.fromAddress(), attempt.keyFromAddress());
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
        .invoke(() -> failed.increment())
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
      refused.add(attempt.fromAddress(), ends);
    }
    if (key) {
      refused.add(attempt.keyFromAddress(), ends);
    }
    if (address || key) {
      throw refusal(ends);
    }
  }

  private RuntimeException refusal(Duration wait) {
    tooMany.increment();
    return ApiFault.rateLimitExceeded(wait.plusMillis(999)).asException();
  }

  @Scheduled(every = "5m", delayed = "1m", concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> forgetOld() {
    return health.watch(oldCounts.remove());
  }
}
