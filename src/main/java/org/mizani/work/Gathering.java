package org.mizani.work;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Time in which items gather before they are worked on together. However often it is begun, the
 * work begins once, when the time that was begun first is over.
 */
public final class Gathering {

  /** A small part of the shortest lease and of a stop. */
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private final Runnable work;
  private final Clock clock;
  private final AtomicBoolean begun = new AtomicBoolean();

  public Gathering(Runnable work) {
    this(work, Clock.SYSTEM);
  }

  Gathering(Runnable work, Clock clock) {
    this.work = work;
    this.clock = clock;
  }

  /** Clock and timer in one. */
  interface Clock {

    /** Clock of the machine; a task runs on the caller's context if it has one. */
    Clock SYSTEM =
        new Clock() {
          @Override
          public long nanos() {
            return System.nanoTime();
          }

          @Override
          public void schedule(long nanos, Runnable task) {
            Context context = Vertx.currentContext();
            if (context == null) {
              Infrastructure.getDefaultWorkerPool().schedule(task, nanos, TimeUnit.NANOSECONDS);
            } else {
              long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos));
              context.owner().setTimer(millis, timer -> task.run());
            }
          }
        };

    /** Nanoseconds since any moment. */
    long nanos();

    /** Runs a task once, so many nanoseconds from now. */
    void schedule(long nanos, Runnable task);
  }

  /**
   * The time of a setting in nanoseconds.
   *
   * @throws ConfigurationException for less than nothing, and for more than a second
   */
  public static long nanosOf(Duration setting) {
    if (setting.isNegative() || setting.compareTo(LONGEST) > 0) {
      throw new ConfigurationException(
          "payments.*.gather and .beside must be from 0 s to 1 s, not " + setting + ".");
    }
    return setting.toNanos();
  }

  /** Begins the time, unless it has begun. The work runs on the caller's context if it has one. */
  public void begin(long nanos) {
    if (begun.compareAndSet(false, true)) {
      clock.schedule(nanos, this::end);
    }
  }

  private void end() {
    // First: what comes from here on begins a time of its own.
    begun.set(false);
    work.run();
  }
}
