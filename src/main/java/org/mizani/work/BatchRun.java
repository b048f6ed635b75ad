package org.mizani.work;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.mizani.database.SqlState;

/**
 * Run of a batch, until each of its entries has its result or its failure, or waits for a locked
 * row.
 */
final class BatchRun<T, R> {

  /** Parts of a slow batch under way, so that a slow one does not hold the others up. */
  private static final int PARTS_AT_ONCE = 2;

  private final BatchWork<T, R> work;
  private final Predicate<Throwable> causedByAnItem;
  private final Duration lockWait;
  private final Optional<LockedRows<T, R>> lockedRows;

  /**
   * @param causedByAnItem accepts a failure that the data of one item can have caused
   * @param requeue takes an entry whose row is free again
   * @param tooOld whether an entry has waited too long
   */
  BatchRun(
      BatchWork<T, R> work,
      Predicate<Throwable> causedByAnItem,
      Optional<RowLocks<T>> locks,
      BatchSettings limits,
      Consumer<BatchEntry<T, R>> requeue,
      Predicate<BatchEntry<T, R>> tooOld) {
    this.work = work;
    this.causedByAnItem = causedByAnItem;
    this.lockWait = locks.map(rows -> rows.limits().maxWait()).orElse(Duration.ZERO);
    this.lockedRows =
        locks.map(
            rows ->
                new LockedRows<T, R>(
                    rows, limits, new LockedRowActions<>(this::runAlone, requeue, tooOld)));
  }

  /** Leaves an entry aside if its row is known to be locked; answers whether it is. */
  boolean leaveLocked(BatchEntry<T, R> entry) {
    return lockedRows.isPresent() && lockedRows.get().take(entry);
  }

  /** Works on these entries; never fails. */
  Uni<Void> run(List<BatchEntry<T, R>> batch) {
    return attempt(batch, lockWait)
        .onFailure()
        .recoverWithUni(failure -> isLocked(failure) ? runOthers(batch) : failed(batch, failure))
        .onFailure()
        .recoverWithUni(failure -> failAll(batch, failure));
  }

  /** Leaves the entries of locked rows aside, and works on the others. */
  private Uni<Void> runOthers(List<BatchEntry<T, R>> batch) {
    return lockedRows
        .orElseThrow()
        .takeLocked(batch)
        .onItemOrFailure()
        .transformToUni(
            (others, failure) -> failure == null ? runOnceMore(others) : failAll(batch, failure));
  }

  private Uni<Void> runOnceMore(List<BatchEntry<T, R>> batch) {
    return batch.isEmpty()
        ? Uni.createFrom().voidItem()
        : attempt(batch, lockWait).onFailure().recoverWithUni(failure -> failed(batch, failure));
  }

  /** Works on entries of one row; answers whether that was free. */
  private Uni<Boolean> runAlone(List<BatchEntry<T, R>> batch, Duration wait) {
    return attempt(batch, wait)
        .replaceWith(true)
        .onFailure()
        .recoverWithUni(
            failure ->
                isLocked(failure)
                    ? Uni.createFrom().item(false)
                    : failed(batch, failure).replaceWith(true))
        .onFailure()
        .recoverWithUni(failure -> failAll(batch, failure).replaceWith(true));
  }

  private boolean isLocked(Throwable failure) {
    return lockedRows.isPresent() && SqlState.isLockNotAvailable(failure);
  }

  private Uni<Void> attempt(List<BatchEntry<T, R>> batch, Duration wait) {
    return Uni.createFrom()
        .deferred(() -> work.run(batch.stream().map(BatchEntry::item).toList(), wait))
        .invoke(results -> deliver(batch, results))
        .replaceWithVoid();
  }

  private Uni<Void> failed(List<BatchEntry<T, R>> batch, Throwable failure) {
    if (isLocked(failure)) {
      lockedRows.orElseThrow().add(batch);
      return Uni.createFrom().voidItem();
    }
    Collection<List<BatchEntry<T, R>>> parts =
        SqlState.isCanceled(failure) ? partsOf(batch) : List.of();
    if (parts.size() > 1) {
      return partByPart(parts, failure);
    }
    return batch.size() == 1 || !causedByAnItem.test(failure)
        ? failAll(batch, failure)
        : oneByOne(batch, 0);
  }

  /** The entries of each row, or each entry where there are no rows. */
  private Collection<List<BatchEntry<T, R>>> partsOf(List<BatchEntry<T, R>> batch) {
    return lockedRows
        .map(rows -> rows.byRow(batch))
        .orElseGet(() -> batch.stream().map(List::of).toList());
  }

  /**
   * Works on the parts of a batch whose statement took too long, and was rolled back. A slow part
   * fails alone. Where as many are slow as go at once, the database is, and the parts that were not
   * sent fail as rolled back.
   */
  private Uni<Void> partByPart(Collection<List<BatchEntry<T, R>>> parts, Throwable tooSlow) {
    AtomicInteger ended = new AtomicInteger();
    return Multi.createFrom()
        .iterable(parts)
        .onItem()
        .transformToUni(
            part -> ended.get() < PARTS_AT_ONCE ? attempt(part, ended) : failAll(part, tooSlow))
        .merge(PARTS_AT_ONCE)
        .collect()
        .last();
  }

  private Uni<Void> attempt(List<BatchEntry<T, R>> part, AtomicInteger ended) {
    return attempt(part, lockWait)
        .onFailure()
        .recoverWithUni(
            failure -> {
              if (!isLocked(failure) && !causedByAnItem.test(failure)) {
                ended.addAndGet(SqlState.isCanceled(failure) ? 1 : PARTS_AT_ONCE);
              }
              return failed(part, failure);
            })
        .onFailure()
        .recoverWithUni(failure -> failAll(part, failure));
  }

  /** Works on the entries from this one on; a failure that concerns all of them ends it. */
  private Uni<Void> oneByOne(List<BatchEntry<T, R>> batch, int next) {
    if (next == batch.size()) {
      return Uni.createFrom().voidItem();
    }
    if (leaveLocked(batch.get(next))) {
      return oneByOne(batch, next + 1);
    }
    return attempt(batch.subList(next, next + 1), lockWait)
        .onItemOrFailure()
        .transformToUni(
            (done, failure) ->
                failure == null ? oneByOne(batch, next + 1) : skip(batch, next, failure));
  }

  private Uni<Void> skip(List<BatchEntry<T, R>> batch, int next, Throwable failure) {
    return isLocked(failure) || causedByAnItem.test(failure)
        ? failed(batch.subList(next, next + 1), failure).chain(() -> oneByOne(batch, next + 1))
        : failAll(batch.subList(next, batch.size()), failure);
  }

  private static <T, R> Uni<Void> failAll(List<BatchEntry<T, R>> entries, Throwable failure) {
    BatchEntry.failAll(entries, failure);
    return Uni.createFrom().voidItem();
  }

  private void deliver(List<BatchEntry<T, R>> batch, List<R> results) {
    if (results.size() != batch.size()) {
      throw new IllegalStateException("a batch of " + batch.size() + " gave " + results.size());
    }
    for (int i = 0; i < batch.size(); i++) {
      batch.get(i).complete(results.get(i));
    }
  }
}
