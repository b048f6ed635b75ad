package org.mizani.log;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.mizani.database.DatabaseOutage;
import org.mizani.database.SqlState;

/**
 * Health of a background job: its failures in the log, and the time since its last success as a
 * gauge. An outage of the database passes by itself: a WARN at its start. Any other failure, such
 * as a missing privilege, stays until it is mended: an ERROR at its start and again each hour. A
 * success ends either, with an INFO: an outage once there was no failure for ten seconds, because a
 * full disk takes a short statement now and then; the next run of the job may be hours away.
 * Statements that came too fast for the database are tried again: a WARN at their start, and an
 * INFO once there were none for five minutes. Nothing is told once the service stops: then a job
 * fails for that.
 */
public final class JobHealth {

  private static final long REMINDER_NANOS = TimeUnit.HOURS.toNanos(1);

  private static final long AT_HAND_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(5);

  private final Logger log;
  private final String job;
  private final LongSupplier nanos;
  private final BooleanSupplier stops;
  private final Executor tenSecondsLater;
  private volatile long succeededAtNanos;
  private OptionalLong awayAtNanos = OptionalLong.empty();
  private boolean succeededSince;
  private boolean looksAgain;
  private OptionalLong errorAtNanos = OptionalLong.empty();
  private OptionalLong tooFastAtNanos = OptionalLong.empty();

  /**
   * @param job the subject of the log lines, and its name in the gauge: {@code The daily closing}
   */
  public JobHealth(Logger log, String job) {
    this(
        log,
        job,
        System::nanoTime,
        ServiceStop::hasBegun,
        CompletableFuture.delayedExecutor(AT_HAND_NANOS, TimeUnit.NANOSECONDS));
  }

  /**
   * @param nanos the time since any moment
   * @param stops whether the service stops
   * @param tenSecondsLater runs what it is given after ten seconds
   */
  JobHealth(
      Logger log, String job, LongSupplier nanos, BooleanSupplier stops, Executor tenSecondsLater) {
    this.log = log;
    this.job = job;
    this.nanos = nanos;
    this.stops = stops;
    this.tenSecondsLater = tenSecondsLater;
    this.succeededAtNanos = nanos.getAsLong();
  }

  /** Registers the gauge of a job that runs at an interval, with work to do or without. */
  public void measure(MeterRegistry registry) {
    Gauge.builder("payments.job.age", this::secondsSinceSuccess)
        .baseUnit("seconds")
        .description("Time since a background job of this pod last succeeded, or since its start")
        .tag("name", job)
        .register(registry);
  }

  private long secondsSinceSuccess() {
    return TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong() - succeededAtNanos);
  }

  /** The job, or a statement of it, failed. */
  public synchronized void failed(Throwable failure) {
    if (!stops.getAsBoolean()) {
      tell(failure);
    }
    log.debug("a statement failed", failure);
  }

  /** A statement of the job was not tried, because too many waited for the database. */
  public synchronized void tooFast() {
    if (tooFastAtNanos.isEmpty()) {
      log.warnf("%s is too fast for the database; nothing is lost.", job);
    }
    tooFastAtNanos = OptionalLong.of(nanos.getAsLong());
  }

  private void tell(Throwable failure) {
    if (DatabaseOutage.isBehind(failure)) {
      tellOutage(failure);
    } else {
      tellError(failure);
    }
  }

  private void tellOutage(Throwable failure) {
    boolean isFirst = awayAtNanos.isEmpty();
    awayAtNanos = OptionalLong.of(nanos.getAsLong());
    succeededSince = false;
    if (isFirst) {
      log.warnf(
          "%s waits for the database (%s); nothing is lost.", job, RedactedFailure.words(failure));
    }
  }

  private void tellError(Throwable failure) {
    long now = nanos.getAsLong();
    if (errorAtNanos.isEmpty() || now - errorAtNanos.getAsLong() >= REMINDER_NANOS) {
      errorAtNanos = OptionalLong.of(now);
      log.errorf("%s fails: %s", job, wordsWithState(failure));
    }
  }

  private static String wordsWithState(Throwable failure) {
    String words = RedactedFailure.words(failure);
    return SqlState.of(failure)
        .filter(state -> !words.contains(state))
        .map(state -> words + ", SQL state " + state)
        .orElse(words);
  }

  /** The job, or a statement of it, succeeded. */
  public synchronized void succeeded() {
    succeededAtNanos = nanos.getAsLong();
    succeededSince = true;
    endOutage();
    if (errorAtNanos.isPresent()) {
      log.infof("%s succeeds again.", job);
    }
    if (tooFastAtNanos.isPresent()
        && succeededAtNanos - tooFastAtNanos.getAsLong() >= QUIET_NANOS) {
      log.infof("%s is not too fast any more.", job);
      tooFastAtNanos = OptionalLong.empty();
    }
    errorAtNanos = OptionalLong.empty();
  }

  /** Ends an outage after a success: at once, or as soon as there was no failure for so long. */
  private void endOutage() {
    if (awayAtNanos.isEmpty() || !succeededSince) {
      return;
    }
    if (nanos.getAsLong() - awayAtNanos.getAsLong() >= AT_HAND_NANOS) {
      log.infof("%s has its database again.", job);
      awayAtNanos = OptionalLong.empty();
    } else if (!looksAgain) {
      looksAgain = true;
      tenSecondsLater.execute(this::lookAgain);
    }
  }

  private synchronized void lookAgain() {
    looksAgain = false;
    endOutage();
  }

  /** A run of the job, which does not fail: its failure is told here, and ends this run alone. */
  public Uni<Void> watch(Uni<?> run) {
    return run.replaceWithVoid()
        .invoke(this::succeeded)
        .onFailure()
        .invoke(this::failed)
        .onFailure()
        .recoverWithNull();
  }
}
