package org.mizani.webhook;

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
import org.mizani.log.OutageNotice;
import org.mizani.webhook.AttemptOutcome.Answered;
import org.mizani.webhook.AttemptOutcome.Unanswered;
import org.mizani.work.RetrySchedule;

/**
 * Recorder of attempts: decides when each delivery is tried again, and writes all attempts that
 * have queued up in one statement. While the database is out they are kept, and their deliveries
 * are held, so that this pod does not send a delivered webhook again.
 */
@Singleton
final class AttemptRecorder {

  private static final Logger LOG = Logger.getLogger(AttemptRecorder.class);

  /**
   * Applies many attempts: the delivery's new status and time, and one row for each attempt. An
   * attempt does not count once its delivery is final: another pod has delivered it.
   */
  private static final String RECORD =
      """
      WITH made AS (
        SELECT *
          FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::integer[], $5::text[],
                      $6::integer[])
            AS made (delivery_id, status, retry_millis, response_code, error, duration_ms)
      ), recorded AS (
        UPDATE webhook_delivery
           SET status = made.status,
               attempts = webhook_delivery.attempts + 1,
               next_attempt_at = now() + made.retry_millis * interval '1 millisecond',
               updated_at = now()
          FROM made
         WHERE webhook_delivery.id = made.delivery_id AND webhook_delivery.status = 'pending'
        RETURNING webhook_delivery.id, webhook_delivery.attempts, webhook_delivery.replays
      )
      INSERT INTO webhook_attempt (delivery_id, replay, attempt, response_code, error, duration_ms)
      SELECT recorded.id, recorded.replays, recorded.attempts, response_code, error, duration_ms
        FROM recorded JOIN made ON made.delivery_id = recorded.id
      RETURNING delivery_id
      """;

  private final Database database;
  private final ReceiverQueues queues;
  private final WebhookMetrics metrics;
  private final RetrySchedule schedule;
  private final int most;
  private final OutageNotice outage = new OutageNotice(LOG, "The webhook outbox");
  private final Queue<Attempt> unrecorded = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean recording = new AtomicBoolean();
  private volatile int size;

  AttemptRecorder(
      Database database, ReceiverQueues queues, WebhookMetrics metrics, WebhookConfig config) {
    this.database = database;
    this.queues = queues;
    this.metrics = metrics;
    this.most = config.limits().record();
    this.size = most;
    WebhookConfig.Retry retry = config.retry();
    this.schedule =
        new RetrySchedule(retry.delays(), retry.jitterPercent(), retry.longestRetryAfter());
  }

  /** Records an attempt as soon as the statement before it has ended. */
  void record(WebhookDelivery delivery, AttemptOutcome outcome, Duration took) {
    record(new Attempt(delivery, outcome, took, retryIn(delivery, outcome)));
  }

  private Optional<Duration> retryIn(WebhookDelivery delivery, AttemptOutcome outcome) {
    int made = delivery.attempts() + 1;
    return outcome.delivered()
        ? Optional.empty()
        : schedule.delayAfter(made, outcome.retryAfter(), ThreadLocalRandom.current());
  }

  void record(Attempt attempt) {
    unrecorded.add(attempt);
    flush();
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
    outage.over();
    batch.forEach(attempt -> queues.forget(attempt.delivery().id()));
    batch.stream()
        .filter(attempt -> counted.contains(attempt.delivery().id()))
        .forEach(this::report);
    size = Math.min(most, 2 * size);
    recording.set(false);
    flush();
  }

  private void keep(List<Attempt> batch, Throwable failure) {
    outage.met(failure);
    // Were the database to refuse a single attempt, the others would get past it.
    size = Math.max(1, size / 2);
    unrecorded.addAll(batch);
    recording.set(false);
  }

  private void report(Attempt attempt) {
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
            column(batch, attempt -> (int) attempt.took().toMillis()).toArray(Integer[]::new));
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
