package org.mizani.database;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.vertx.core.runtime.context.VertxContextSafetyToggle;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
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

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final Logger LOG = Logger.getLogger(SameEventLoop.class);

  private final Context loop;
  private final Duration startWait;

  SameEventLoop(Vertx vertx, DatabaseConfig config) {
    loop = vertx.getOrCreateContext();
    startWait = config.startWait();
  }

  /**
   * Runs this work of a start and waits for it, 30 seconds at most. A database that does not answer
   * is waited for, and asked again each half second: it may be starting itself.
   *
   * @throws ConfigurationException if it has not answered within {@link DatabaseConfig#startWait}
   */
  public <T> T await(Supplier<Uni<T>> work) {
    long deadline = System.nanoTime() + startWait.toNanos();
    boolean told = false;
    while (true) {
      try {
        return run(work).await().atMost(PATIENCE);
      } catch (RuntimeException failure) {
        if (!DatabaseOutage.isBehind(failure)) {
          throw failure;
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
          told = true;
        }
        LockSupport.parkNanos(RETRY_NANOS);
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
