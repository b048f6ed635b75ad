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
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.database.SqlState;
import org.mizani.log.JobHealth;
import org.mizani.webhook.queue.ReceiverQueues;
import org.mizani.webhook.queue.WebhookDelivery;
import org.mizani.work.Gathering;

/**
 * Recorder of attempts: decides when each delivery is tried again, and writes all attempts that
 * have gathered in one statement. While the database is out they are kept, and their deliveries are
 * held, so that this pod does not send a delivered webhook again. An attempt whose rows another
 * transaction has locked is kept likewise, and delays the record of the others once.
 */
@Singleton
final class AttemptRecorder {

  private static final Logger LOG = Logger.getLogger(AttemptRecorder.class);

  private final Database database;
  private final ReceiverQueues queues;
  private final WebhookMetrics metrics;
  private final RetrySchedule schedule;
  private final String lockWait;
  private final int most;
  private final JobHealth health = new JobHealth(LOG, "Recording webhook attempts");
  private final Queue<Attempt> unrecorded = new ConcurrentLinkedQueue<>();
  private final Queue<Attempt> locked = new ConcurrentLinkedQueue<>();
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
    config.validate();
    this.lockWait = Long.toString(config.recordLockWait().toMillis());
    this.schedule = RetrySchedule.of(config.retry());
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

  /** Writes the attempts that have queued up, and those whose rows are not locked any more. */
  void flushAll() {
    List<Attempt> again = new ArrayList<>();
    for (Attempt next; (next = locked.poll()) != null; ) {
      again.add(next);
    }
    queueFree(again)
        .onFailure()
        .invoke(failure -> locked.addAll(again))
        .subscribe()
        .with(left -> flush(), failure -> flush());
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
        .with(counted -> recorded(batch, counted), failure -> failed(batch, failure));
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
    return database
        .execute(Attempt.RECORD, Attempt.COLUMNS.parameters(batch, lockWait))
        .map(AttemptRecorder::ids);
  }

  private void recorded(List<Attempt> batch, Set<UUID> counted) {
    health.succeeded();
    batch.forEach(attempt -> queues.forget(attempt.delivery()));
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

  private void failed(List<Attempt> batch, Throwable failure) {
    if (!SqlState.isLockNotAvailable(failure)) {
      keep(batch, failure);
      return;
    }
    queueFree(batch)
        .subscribe()
        .with(
            left -> {
              size = left > 0 ? size : Math.max(1, size / 2);
              recording.set(false);
              gathering.begin(gatherNanos);
            },
            again -> keep(batch, again));
  }

  /** Queues attempts, but for those whose rows are locked; answers how many those are. */
  private Uni<Integer> queueFree(List<Attempt> attempts) {
    if (attempts.isEmpty()) {
      return Uni.createFrom().item(0);
    }
    UUID[] ids = attempts.stream().map(attempt -> attempt.delivery().id()).toArray(UUID[]::new);
    return Uni.createFrom()
        .deferred(() -> database.execute(Attempt.LOCKED, Tuple.tuple().addArrayOfUUID(ids)))
        .map(AttemptRecorder::ids)
        .invoke(
            held ->
                attempts.forEach(
                    one -> (held.contains(one.delivery().id()) ? locked : unrecorded).add(one)))
        .map(Set::size);
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

  private static Set<UUID> ids(RowSet<Row> rows) {
    Set<UUID> ids = new HashSet<>();
    rows.forEach(row -> ids.add(row.getUUID(0)));
    return ids;
  }
}
