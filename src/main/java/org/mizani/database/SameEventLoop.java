package org.mizani.database;

import io.quarkus.vertx.core.runtime.context.VertxContextSafetyToggle;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * One event loop for the statements of a start and of the readiness check, and for entities that no
 * request reads. The pool prefers connections of the caller's loop and would open one per calling
 * thread: a handshake takes longer than all statements of a start.
 */
@Singleton
public final class SameEventLoop {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Context loop;

  SameEventLoop(Vertx vertx) {
    loop = vertx.getOrCreateContext();
  }

  /** Runs this work and waits for it, 30 seconds at most. */
  public <T> T await(Supplier<Uni<T>> work) {
    return run(work).await().atMost(PATIENCE);
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
