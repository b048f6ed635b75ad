package org.mizani.webhook;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.log.JobHealth;
import org.mizani.webhook.AttemptOutcome.Answered;
import org.mizani.webhook.AttemptOutcome.Unanswered;
import org.mizani.webhook.queue.ReceiverQueues;
import org.mizani.webhook.queue.WebhookDelivery;
import org.mizani.work.Gathering;

/**
 * Recorder of attempts: decides when each delivery is tried again, and writes all attempts that
 * have gathered in one statement. While the database is out they are kept, and their deliveries are
 * held, so that this pod does not send a delivered webhook again.
 */
@Singleton
final class AttemptRecorder {

  private static final Logger LOG = Logger.getLogger(AttemptRecorder.class);

  /**
   * Applies many attempts. In steps:
   *
   * <ol>
   *   <li>take the deliveries that are delivered or dead from those that are due, postpone the
   *       others; an attempt whose delivery is not due any more does not count, because another pod
   *       has delivered it, nor does one of before a replay
   *   <li>set the status of the deliveries, by their ids alone: with any other condition on an
   *       indexed column, the planner prefers the index of businesses while a month is empty
   *   <li>enter the dead ones in their list
   *   <li>add a row for each attempt
   * </ol>
   */
  static final String RECORD =
      """
      WITH made AS (
        SELECT *
          FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::integer[], $5::text[],
                      $6::integer[], $7::integer[])
            AS made (id, status, retry_millis, response_code, error, duration_ms, replays)
      ), ended AS (
        DELETE FROM webhook_due
         WHERE id = ANY (ARRAY(SELECT id FROM made WHERE status <> 'pending'))
           AND (replays = 0
                OR replays = (SELECT replays FROM made WHERE made.id = webhook_due.id))
        RETURNING id
      ), postponed AS (
        UPDATE webhook_due
           SET next_attempt_at = now() + interval '1 millisecond'
                 * (SELECT retry_millis FROM made WHERE made.id = webhook_due.id)
         WHERE id = ANY (ARRAY(SELECT id FROM made WHERE status = 'pending'))
           AND (replays = 0
                OR replays = (SELECT replays FROM made WHERE made.id = webhook_due.id))
        RETURNING id
      ), recorded AS (
        UPDATE webhook_delivery
           SET status = (SELECT status FROM made WHERE made.id = webhook_delivery.id),
               attempts = attempts + 1,
               updated_at = now()
         WHERE id = ANY (ARRAY(SELECT id FROM ended UNION ALL SELECT id FROM postponed))
        RETURNING id, business_id, created_at, endpoint_id, status, attempts, replays
      ), died AS (
        INSERT INTO webhook_dead (id, business_id, created_at, endpoint_id)
        SELECT id, business_id, created_at, endpoint_id FROM recorded WHERE status = 'dead'
      )
      INSERT INTO webhook_attempt (delivery_id, replay, attempt, response_code, error, duration_ms)
      SELECT recorded.id, recorded.replays, attempts, response_code, error, duration_ms
        FROM recorded JOIN made ON made.id = recorded.id
      RETURNING delivery_id
      """;

  private final Database database;
  private final ReceiverQueues queues;
  private final WebhookMetrics metrics;
  private final RetrySchedule schedule;
  private final int most;
  private final JobHealth health = new JobHealth(LOG, "Recording webhook attempts");
  private final Queue<Attempt> unrecorded = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean recording = new AtomicBoolean();
  private final long gatherNanos;
  private final Gathering gathering = new Gathering(this::flush);
  private volatile int size;

  AttemptRecorder(
      Database database, ReceiverQueues queues, WebhookMetrics metrics, WebhookConfig config) {
    this.database = database;
    this.queues = queues;
    this.metrics = metrics;
    this.most = config.limits().record();
    this.size = most;
    this.gatherNanos = Gathering.nanosOf(config.gather());
    this.schedule = schedule(config.retry());
  }

  private static RetrySchedule schedule(WebhookConfig.Retry retry) {
    try {
      return new RetrySchedule(retry.delays(), retry.jitterPercent(), retry.longestRetryAfter());
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException("payments.webhook.retry: " + e.getMessage() + ".");
    }
  }

  /** Records an attempt, together with those that end within a moment. */
  void record(WebhookDelivery delivery, AttemptOutcome outcome, Duration took) {
    record(new Attempt(delivery, outcome, took, retryIn(delivery, outcome)));
  }

  private Optional<Duration> retryIn(WebhookDelivery delivery, AttemptOutcome outcome) {
    int made = delivery.attempts() + 1;
    return outcome.delivered() || delivery.isTest()
        ? Optional.empty()
        : schedule.delayAfter(made, outcome.retryAfter(), ThreadLocalRandom.current());
  }

  void record(Attempt attempt) {
    unrecorded.add(attempt);
    gathering.begin(gatherNanos);
  }

  /** Writes the attempts that have queued up. */
  void flush() {
    if (unrecorded.isEmpty() || !recording.compareAndSet(false, true)) {
      return;
    }
    List<Attempt> batch = nextBatch();
    Uni.createFrom()
        .deferred(() -> write(batch))
        .subscribe()
        .with(counted -> recorded(batch, counted), failure -> keep(batch, failure));
  }

  private List<Attempt> nextBatch() {
    List<Attempt> batch = new ArrayList<>();
    for (Attempt next; batch.size() < size && (next = unrecorded.poll()) != null; ) {
      batch.add(next);
    }
    return batch;
  }

  private Uni<Set<UUID>> write(List<Attempt> batch) {
    if (batch.isEmpty()) {
      return Uni.createFrom().item(Set.of());
    }
    return database.execute(RECORD, parameters(batch)).map(AttemptRecorder::ids);
  }

  private void recorded(List<Attempt> batch, Set<UUID> counted) {
    health.succeeded();
    batch.forEach(attempt -> queues.forget(attempt.delivery().id()));
    batch.stream()
        .filter(attempt -> counted.contains(attempt.delivery().id()))
        .forEach(this::report);
    boolean moreWait = batch.size() == size;
    size = Math.min(most, 2 * size);
    recording.set(false);
    if (moreWait) {
      flush();
    } else if (!unrecorded.isEmpty()) {
      gathering.begin(gatherNanos);
    }
  }

  private void keep(List<Attempt> batch, Throwable failure) {
    health.failed(failure);
    // Were the database to refuse a single attempt, the others would get past it.
    size = Math.max(1, size / 2);
    unrecorded.addAll(batch);
    recording.set(false);
  }

  private void report(Attempt attempt) {
    if (attempt.delivery().isTest()) {
      return; // of no payment
    }
    metrics.count(attempt);
    if (attempt.status() == Attempt.Status.DEAD) {
      LOG.warnf("Webhook delivery %s is dead after its last attempt.", attempt.delivery());
    }
  }

  private static Tuple parameters(List<Attempt> batch) {
    return Tuple.tuple()
        .addArrayOfUUID(column(batch, attempt -> attempt.delivery().id()).toArray(UUID[]::new))
        .addArrayOfString(column(batch, attempt -> attempt.status().text).toArray(String[]::new))
        .addArrayOfLong(column(batch, AttemptRecorder::retryMillis).toArray(Long[]::new))
        .addArrayOfInteger(column(batch, AttemptRecorder::responseCode).toArray(Integer[]::new))
        .addArrayOfString(column(batch, AttemptRecorder::error).toArray(String[]::new))
        .addArrayOfInteger(
            column(batch, attempt -> (int) attempt.took().toMillis()).toArray(Integer[]::new))
        .addArrayOfInteger(
            column(batch, attempt -> attempt.delivery().replays()).toArray(Integer[]::new));
  }

  private static <T> List<T> column(List<Attempt> batch, Function<Attempt, T> value) {
    List<T> column = new ArrayList<>(batch.size());
    batch.forEach(attempt -> column.add(value.apply(attempt)));
    return column;
  }

  private static Long retryMillis(Attempt attempt) {
    return attempt.retryIn().map(Duration::toMillis).orElse(null);
  }

  private static Integer responseCode(Attempt attempt) {
    return attempt.outcome() instanceof Answered answered ? answered.status() : null;
  }

  private static String error(Attempt attempt) {
    return attempt.outcome() instanceof Unanswered unanswered ? unanswered.error() : null;
  }

  private static Set<UUID> ids(RowSet<Row> rows) {
    Set<UUID> ids = new HashSet<>();
    rows.forEach(row -> ids.add(row.getUUID(0)));
    return ids;
  }
}
