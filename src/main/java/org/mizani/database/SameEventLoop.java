package org.mizani.database;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.vertx.core.runtime.context.VertxContextSafetyToggle;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * One event loop for the statements of a start and of the readiness check, and for entities that no
 * request reads. The pool prefers connections of the caller's loop and would open one per calling
 * thread: a handshake takes longer than all statements of a start.
 */
@Singleton
public final class SameEventLoop {

  private static final Duration BEYOND_ITS_TIMEOUT = Duration.ofSeconds(25);
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final Logger LOG = Logger.getLogger(SameEventLoop.class);

  private final Context loop;
  private final Duration patience;
  private final Duration startWait;
  private final long deadline;
  private volatile boolean stopping;

  SameEventLoop(Vertx vertx, DatabaseConfig config) {
    loop = vertx.getOrCreateContext();
    patience = config.timeout().plus(BEYOND_ITS_TIMEOUT);
    startWait = config.startWait();
    deadline = System.nanoTime() + startWait.toNanos();
  }

  /**
   * Runs this work of a start and waits for it. A database that does not answer is waited for, and
   * asked again each half second: it may be starting itself. A stop ends the wait.
   *
   * @throws ConfigurationException if it has not answered within {@link DatabaseConfig#startWait}
   *     of the start
   */
  public <T> T await(Supplier<Uni<T>> work) {
    try {
      return run(work).await().atMost(patience);
    } catch (RuntimeException failure) {
      if (!isWaitedFor(failure)) {
        throw failure;
      }
      return awaitAgain(work, failure);
    }
  }

  private <T> T awaitAgain(Supplier<Uni<T>> work, RuntimeException first) {
    RuntimeException failure = first;
    Thread hook = stopWith(Thread.currentThread());
    try {
      for (boolean told = false; ; told = true) {
        if (stopping) {
          throw new ConfigurationException(
              "Stopped before the database answered (%s)."
                  .formatted(DatabaseOutage.words(failure)));
        }
        if (System.nanoTime() - deadline >= 0) {
          throw new ConfigurationException(
              "The database has not answered within %d s (%s): set DB_URL to one that does."
                  .formatted(startWait.toSeconds(), DatabaseOutage.words(failure)));
        }
        if (!told) {
          LOG.warnf(
              "The database does not answer yet (%s): the start waits for it, %d s at most.",
              DatabaseOutage.words(failure), startWait.toSeconds());
        }
        LockSupport.parkNanos(RETRY_NANOS);
        try {
          return run(work).await().atMost(patience);
        } catch (RuntimeException again) {
          if (!isWaitedFor(again)) {
            throw again;
          }
          failure = again;
        }
      }
    } finally {
      leave(hook);
    }
  }

  /**
   * A file that cannot be read, such as that of a certificate, is no outage: a setting is wrong.
   */
  private static boolean isWaitedFor(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof FileSystemException) {
        return false;
      }
    }
    return DatabaseOutage.isBehind(failure);
  }

  /** Quarkus waits for a start before it stops. */
  private Thread stopWith(Thread waiting) {
    Thread hook =
        new Thread(
            () -> {
              stopping = true;
              LockSupport.unpark(waiting);
            });
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      stopping = true;
    }
    return hook;
  }

  private void leave(Thread hook) {
    if (!stopping) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The process stops just now: it has run, or runs.
      }
    }
  }

  /** Runs this work, on a context of its own, like that of a request. */
  public <T> Uni<T> run(Supplier<Uni<T>> work) {
    return run(loop, work);
  }

  /**
   * Runs this work likewise, but on the caller's loop, if it has one; the caller goes on where it
   * was.
   */
  <T> Uni<T> runBeside(Supplier<Uni<T>> work) {
    Context callers = Vertx.currentContext();
    boolean hasLoop = callers != null && callers.isEventLoopContext();
    return CallerContext.backTo(run(hasLoop ? callers : loop, work));
  }

  private static <T> Uni<T> run(Context loop, Supplier<Uni<T>> work) {
    return Uni.createFrom()
        .deferred(work::get)
        .runSubscriptionOn(task -> newContext(loop).runOnContext(ignored -> task.run()));
  }

  private static Context newContext(Context loop) {
    Context context = VertxContext.createNewDuplicatedContext(loop);
    VertxContextSafetyToggle.setContextSafe(context, true);
    return context;
  }
}
