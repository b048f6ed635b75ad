package org.mizani.webhook.address;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Turns of look-ups. A business has at most as many under way as are free, so that one whose names
 * are never answered for leaves the others some.
 */
final class LookupTurns {

  /** A look-up that waits for its turn. */
  private record Waiting<T>(long businessId, Supplier<Future<T>> lookup, Promise<T> promise) {}

  private final int most;
  private final Deque<Waiting<?>> waiting = new ArrayDeque<>();
  private final Map<Long, Integer> ofBusinesses = new HashMap<>();
  private int underWay;

  LookupTurns(int most) {
    this.most = most;
  }

  /** Begins a look-up for a business when it is its turn. */
  <T> Future<T> take(long businessId, Supplier<Future<T>> lookup) {
    Promise<T> promise = Promise.promise();
    synchronized (this) {
      waiting.add(new Waiting<>(businessId, lookup, promise));
    }
    beginNext();
    return promise.future();
  }

  private void beginNext() {
    for (Waiting<?> next = next(); next != null; next = next()) {
      begin(next);
    }
  }

  private synchronized Waiting<?> next() {
    for (Waiting<?> one : waiting) {
      int own = ofBusinesses.getOrDefault(one.businessId(), 0);
      if (own < most - underWay) {
        waiting.remove(one);
        ofBusinesses.put(one.businessId(), own + 1);
        underWay++;
        return one;
      }
    }
    return null;
  }

  // Returns before the look-up has ended, which runs on a thread of its own.
  private <T> void begin(Waiting<T> one) {
    one.lookup()
        .get()
        .onComplete(
            ended -> {
              end(one.businessId());
              one.promise().handle(ended);
              beginNext();
            });
  }

  private synchronized void end(long businessId) {
    underWay--;
    ofBusinesses.computeIfPresent(businessId, (id, own) -> own > 1 ? own - 1 : null);
  }
}
