package org.mizani.webhook.address;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Turns of look-ups, one business after the other. A business has a fair share of those under way,
 * so that one whose names are never answered for leaves the others some.
 */
final class LookupTurns {

  /** A look-up that waits for its turn. */
  private record Waiting<T>(long businessId, Supplier<Future<T>> lookup, Promise<T> promise) {}

  private final int most;
  private final int mostWaiting;
  private final FairShare share;
  private final Map<Long, Deque<Waiting<?>>> waiting = new LinkedHashMap<>();
  private final Map<Long, Integer> ofBusinesses = new HashMap<>();
  private int underWay;

  /**
   * @param most look-ups under way
   * @param mostWaiting look-ups of a business that wait; any further one fails at once
   */
  LookupTurns(int most, int mostWaiting) {
    this.most = most;
    this.mostWaiting = mostWaiting;
    this.share = new FairShare(most, 1);
  }

  /**
   * Begins a look-up for a business when it is its turn. Fails with {@link UnknownHostException}
   * where too many of the business wait.
   */
  <T> Future<T> take(long businessId, Supplier<Future<T>> lookup) {
    Promise<T> promise = Promise.promise();
    if (!add(new Waiting<>(businessId, lookup, promise))) {
      return Future.failedFuture(new UnknownHostException("too many look-ups wait"));
    }
    beginNext();
    return promise.future();
  }

  private synchronized boolean add(Waiting<?> one) {
    Deque<Waiting<?>> own = waiting.computeIfAbsent(one.businessId(), id -> new ArrayDeque<>());
    return own.size() < mostWaiting && own.add(one);
  }

  private void beginNext() {
    for (Optional<Waiting<?>> next = next(); next.isPresent(); next = next()) {
      begin(next.get());
    }
  }

  private synchronized Optional<Waiting<?>> next() {
    for (Map.Entry<Long, Deque<Waiting<?>>> one : waiting.entrySet()) {
      long business = one.getKey();
      int own = ofBusinesses.getOrDefault(business, 0);
      if (share.more(own, most - underWay) > 0) {
        Deque<Waiting<?>> queue = waiting.remove(business);
        Waiting<?> next = queue.remove();
        if (!queue.isEmpty()) {
          waiting.put(business, queue); // the last in line now
        }
        ofBusinesses.put(business, own + 1);
        underWay++;
        return Optional.of(next);
      }
    }
    return Optional.empty();
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
