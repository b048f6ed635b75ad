package org.mizani.work;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.mizani.database.DatabaseOutage;

/**
 * Batches of items for one statement each. Items that arrive while earlier ones are being worked on
 * form the next batch, which goes when those are done, or beside them if they take long. An item
 * that arrives at an idle moment goes at once, alone: an idle service answers as fast as without
 * batches, and a busy one makes one database round trip for many items. Where nobody waits for a
 * result, items gather for a while first: a batch goes when its first item has waited that long, or
 * when it is full.
 *
 * <p>A failure caused by the data of one item must not fail its neighbours: such a batch, which the
 * database has rolled back whole, is worked on again item by item.
 *
 * @param <T> the item
 * @param <R> the result of one item
 */
public final class Batcher<T, R> {

  /** Work on a batch: all or nothing, with one result an item in the same order. */
  @FunctionalInterface
  public interface Work<T, R> {
    Uni<List<R>> run(List<T> items);
  }

  /** Too many items are waiting, or this one waited too long. It was not worked on. */
  public static final class Overflow extends RuntimeException {
    Overflow() {
      super("too much work is waiting", null, false, false);
    }
  }

  private record Entry<T, R>(
      T item, UniEmitter<? super R> emitter, Context context, long queuedAtNanos) {}

  private final BatchSettings limits;
  private final long gatherNanos;
  private final long besideNanos;
  private final Work<T, R> work;
  private final Predicate<Throwable> causedByAnItem;
  private final Queue<Entry<T, R>> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger queued = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final Gathering.Clock clock;
  private final Gathering gathering;

  /** A batcher of statements: any failure but an outage of the database may be one item's. */
  public Batcher(BatchSettings limits, Work<T, R> work) {
    this(limits, Duration.ZERO, work);
  }

  /**
   * A batcher of statements that nobody waits for.
   *
   * @param gather how long items gather for a batch
   * @throws ConfigurationException if that is longer than a second
   */
  public Batcher(BatchSettings limits, Duration gather, Work<T, R> work) {
    this(
        limits,
        gather,
        failure -> !(failure instanceof Overflow) && !DatabaseOutage.isBehind(failure),
        work,
        Gathering.Clock.SYSTEM);
  }

  /**
   * @param causedByAnItem accepts a failure that the data of one item can have caused, so that the
   *     items are tried one by one; not one that concerns all, such as a lost connection
   */
  Batcher(
      BatchSettings limits,
      Duration gather,
      Predicate<Throwable> causedByAnItem,
      Work<T, R> work,
      Gathering.Clock clock) {
    this.limits = limits;
    this.gatherNanos = Gathering.nanosOf(gather);
    this.besideNanos = Gathering.nanosOf(limits.beside());
    this.causedByAnItem = causedByAnItem;
    this.work = work;
    this.clock = clock;
    this.gathering = new Gathering(this::startBatches, clock);
  }

  /**
   * Works on this item soon; the result arrives on the caller's Vert.x context if it has one.
   *
   * @throws Overflow (as failure) if too many items wait, or this one waits too long
   */
  public Uni<R> submit(T item) {
    return Uni.createFrom().emitter(emitter -> enqueue(item, emitter));
  }

  private void enqueue(T item, UniEmitter<? super R> emitter) {
    if (queued.incrementAndGet() > limits.maxQueued()) {
      queued.decrementAndGet();
      emitter.fail(new Overflow());
      return;
    }
    queue.add(new Entry<>(item, emitter, Vertx.currentContext(), clock.nanos()));
    startBatches();
  }

  private void startBatches() {
    Entry<T, R> first;
    while ((first = queue.peek()) != null) {
      int now = running.get();
      if (now >= limits.maxRunning()) {
        return; // the next batch that ends starts the rest
      }
      long early = shortestWaitNanos(now) - ageNanos(first);
      if (early > 0) {
        gathering.begin(early);
        return;
      }
      if (running.compareAndSet(now, now + 1)) {
        start(takeBatch());
      }
    }
  }

  private long ageNanos(Entry<T, R> entry) {
    return clock.nanos() - entry.queuedAtNanos();
  }

  private long shortestWaitNanos(int nowRunning) {
    return (queued.get() < limits.maxBatch() ? gatherNanos : 0)
        + (nowRunning > 0 ? besideNanos : 0);
  }

  private List<Entry<T, R>> takeBatch() {
    List<Entry<T, R>> batch = new ArrayList<>();
    Entry<T, R> next;
    while (batch.size() < limits.maxBatch() && (next = queue.poll()) != null) {
      Entry<T, R> entry = next;
      queued.decrementAndGet();
      if (ageNanos(entry) < limits.maxWait().toNanos()) {
        batch.add(entry);
      } else {
        onContext(entry, () -> entry.emitter().fail(new Overflow()));
      }
    }
    return batch;
  }

  private void start(List<Entry<T, R>> batch) {
    if (batch.isEmpty()) {
      running.decrementAndGet();
      return;
    }
    run(batch).subscribe().with(done -> ended(), failure -> ended());
  }

  private void ended() {
    running.decrementAndGet();
    startBatches();
  }

  private Uni<Void> run(List<Entry<T, R>> batch) {
    return attempt(batch).onFailure().recoverWithUni(failure -> failed(batch, failure));
  }

  private Uni<Void> attempt(List<Entry<T, R>> batch) {
    return Uni.createFrom()
        .deferred(() -> work.run(batch.stream().map(Entry::item).toList()))
        .invoke(results -> deliver(batch, results))
        .replaceWithVoid();
  }

  private Uni<Void> failed(List<Entry<T, R>> batch, Throwable failure) {
    if (batch.size() == 1 || !causedByAnItem.test(failure)) {
      fail(batch, failure);
      return Uni.createFrom().voidItem();
    }
    return oneByOne(batch, 0);
  }

  /** Works on the items from this one on; a failure that concerns all of them ends it. */
  private Uni<Void> oneByOne(List<Entry<T, R>> batch, int next) {
    if (next == batch.size()) {
      return Uni.createFrom().voidItem();
    }
    List<Entry<T, R>> single = batch.subList(next, next + 1);
    return attempt(single)
        .onItemOrFailure()
        .transformToUni(
            (done, failure) ->
                failure == null ? oneByOne(batch, next + 1) : skip(batch, next, failure));
  }

  private Uni<Void> skip(List<Entry<T, R>> batch, int next, Throwable failure) {
    boolean itsOwn = causedByAnItem.test(failure);
    fail(batch.subList(next, itsOwn ? next + 1 : batch.size()), failure);
    return itsOwn ? oneByOne(batch, next + 1) : Uni.createFrom().voidItem();
  }

  private static <T, R> void fail(List<Entry<T, R>> entries, Throwable failure) {
    entries.forEach(entry -> onContext(entry, () -> entry.emitter().fail(failure)));
  }

  private void deliver(List<Entry<T, R>> batch, List<R> results) {
    if (results.size() != batch.size()) {
      throw new IllegalStateException("a batch of " + batch.size() + " gave " + results.size());
    }
    for (int i = 0; i < batch.size(); i++) {
      Entry<T, R> entry = batch.get(i);
      R result = results.get(i);
      onContext(entry, () -> entry.emitter().complete(result));
    }
  }

  private static <T, R> void onContext(Entry<T, R> entry, Runnable action) {
    if (entry.context() == null) {
      action.run();
    } else {
      entry.context().runOnContext(ignored -> action.run());
    }
  }
}
