package org.mizani.work;

import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.List;

/**
 * Item that waits for its batch, with the caller that waits for its result.
 *
 * @param context the caller's, on which the result arrives; null if it has none
 * @param queuedAtNanos when it began to wait
 */
record BatchEntry<T, R>(
    T item, UniEmitter<? super R> emitter, Context context, long queuedAtNanos) {

  /** Entry of the present caller. */
  static <T, R> BatchEntry<T, R> of(T item, UniEmitter<? super R> emitter, long nanos) {
    return new BatchEntry<>(item, emitter, Vertx.currentContext(), nanos);
  }

  void complete(R result) {
    onContext(() -> emitter.complete(result));
  }

  void fail(Throwable failure) {
    onContext(() -> emitter.fail(failure));
  }

  static void failAll(List<? extends BatchEntry<?, ?>> entries, Throwable failure) {
    entries.forEach(entry -> entry.fail(failure));
  }

  private void onContext(Runnable action) {
    if (context == null) {
      action.run();
    } else {
      context.runOnContext(ignored -> action.run());
    }
  }
}
