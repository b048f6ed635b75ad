package org.mizani.work;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
 * database has rolled back whole, is worked on again item by item. Nor may one that waits for a
 * locked row ({@link RowLocks}) hold them up, or one that takes too long: PostgreSQL ends its batch
 * and rolls it back, and then each row's items go by themselves.
 *
 * @param <T> the item
 * @param <R> the result of one item
 */
public final class Batcher<T, R> {

  /** Work on a batch: all or nothing, with one result an item in the same order. */
  @FunctionalInterface
  public interface Work<T, R> {
    Uni<List<R>> run(List<T> items);

    private BatchWork<T, R> withoutLocks() {
      return (items, lockWait) -> run(items);
    }
  }

  private final BatchSettings limits;
  private final long gatherNanos;
  private final long besideNanos;
  private final BatchRun<T, R> batches;
  private final Queue<BatchEntry<T, R>> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger queued = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final Gathering.Clock clock;
  private final Gathering gathering;

  /** A batcher of statements: any failure but an outage of the database may be one item's. */
  public Batcher(BatchSettings limits, Work<T, R> work) {
    this(limits, Duration.ZERO, Optional.empty(), work.withoutLocks());
  }

  /** A batcher of statements that lock rows. */
  public Batcher(BatchSettings limits, RowLocks<T> locks, BatchWork<T, R> work) {
    this(limits, Duration.ZERO, Optional.of(locks), work);
  }

  /** A batcher of statements that lock rows, and that no request waits for. */
  public Batcher(LeaseSettings settings, RowLocks<T> locks, BatchWork<T, R> work) {
    this(settings.apply(), settings.gather(), Optional.of(locks), work);
  }

  /**
   * A batcher of statements that nobody waits for.
   *
   * @param gather how long items gather for a batch
   * @throws ConfigurationException if that is longer than a second
   */
  public Batcher(BatchSettings limits, Duration gather, Work<T, R> work) {
    this(limits, gather, Optional.empty(), work.withoutLocks());
  }

  private Batcher(
      BatchSettings limits, Duration gather, Optional<RowLocks<T>> locks, BatchWork<T, R> work) {
    this(
        limits,
        gather,
        locks,
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
      Optional<RowLocks<T>> locks,
      Predicate<Throwable> causedByAnItem,
      BatchWork<T, R> work,
      Gathering.Clock clock) {
    this.limits = limits;
    this.gatherNanos = Gathering.nanosOf(gather);
    this.besideNanos = Gathering.nanosOf(limits.beside());
    this.clock = clock;
    this.gathering = new Gathering(this::startBatches, clock);
    this.batches = new BatchRun<>(work, causedByAnItem, locks, limits, this::add, this::isTooOld);
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
    if (queued.get() >= limits.maxQueued()) {
      emitter.fail(new Overflow());
      return;
    }
    add(BatchEntry.of(item, emitter, clock.nanos()));
  }

  private void add(BatchEntry<T, R> entry) {
    queued.incrementAndGet();
    queue.add(entry);
    startBatches();
  }

  private void startBatches() {
    BatchEntry<T, R> first;
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

  private long ageNanos(BatchEntry<T, R> entry) {
    return clock.nanos() - entry.queuedAtNanos();
  }

  private boolean isTooOld(BatchEntry<T, R> entry) {
    return ageNanos(entry) >= limits.maxWait().toNanos();
  }

  private long shortestWaitNanos(int nowRunning) {
    return (queued.get() < limits.maxBatch() ? gatherNanos : 0)
        + (nowRunning > 0 ? besideNanos : 0);
  }

  private List<BatchEntry<T, R>> takeBatch() {
    List<BatchEntry<T, R>> batch = new ArrayList<>();
    BatchEntry<T, R> next;
    while (batch.size() < limits.maxBatch() && (next = queue.poll()) != null) {
      queued.decrementAndGet();
      if (isTooOld(next)) {
        next.fail(new Overflow());
      } else if (!batches.leaveLocked(next)) {
        batch.add(next);
      }
    }
    return batch;
  }

  private void start(List<BatchEntry<T, R>> batch) {
    if (batch.isEmpty()) {
      running.decrementAndGet();
      return;
    }
    batches.run(batch).subscribe().with(done -> ended(), failure -> ended());
  }

  private void ended() {
    running.decrementAndGet();
    startBatches();
  }
}
