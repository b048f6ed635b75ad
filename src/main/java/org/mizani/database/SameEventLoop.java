package org.mizani.database;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Runs statements of a start, and of the readiness that follows it, on one event loop. The pool
 * prefers connections of the asker's loop, and would open one for each thread that asks: the
 * handshake takes longer than all that a start asks for.
 */
@Singleton
public final class SameEventLoop {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Context loop;

  SameEventLoop(Vertx vertx) {
    loop = vertx.getOrCreateContext();
  }

  /** Waits for this work. */
  public <T> T await(Supplier<Uni<T>> work) {
    return run(work).await().atMost(PATIENCE);
  }

  /** Does this work. */
  <T> Uni<T> run(Supplier<Uni<T>> work) {
    return Uni.createFrom()
        .deferred(work::get)
        .runSubscriptionOn(task -> loop.runOnContext(ignored -> task.run()));
  }
}
